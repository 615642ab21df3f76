"""Sentences of a passage, each as a span of characters."""

from bmreport.sentences.splitting import Label, Span, split_label, split_sentences

__all__ = ["Label", "Span", "split_label", "split_sentences"]
