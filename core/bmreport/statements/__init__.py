"""What a sentence of medical prose says, read without a model: figures, direction, certainty, people, words.

`checks` holds one function a kind of fault; each takes a claim beside its passages and returns what is wrong with it.
"""
