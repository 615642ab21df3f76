"""Risk of bias as pictures: a traffic light for each judgement, and bars that sum them up."""
