"""`python -m bmreport`."""

from bmreport.cli import main

main()
