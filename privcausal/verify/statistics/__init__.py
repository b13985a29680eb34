"""What the auditor computes with: confidence bounds, learned events, exact laws."""
