"""Kusner, Sun, Sridharan and Weinberger (2016), Private Causal Inference, with its appendix."""

SOURCE = "kusner2016"
