"""What goes with an answer when it leaves the house: a page for an ethics board, and an object for programs.

Both are made of public things: the question, the declaration, the price, the answer and the code that found it.
"""
