"""A meta-analysis of one outcome: from the pooled rows to an `Analysis`, and from that to tables and sentences."""
