"""The parts of the engine `citeproc-py`: element classes of citeproc-py with their faults mended, and what feeds them.

    records → cites → (elements: texts, names, dates, layouts) → marked text → tree → rich text

While citeproc-py works, everything is a plain string in which private-use characters mark effects, cites, numbers and
links; `marks` defines them and `tree` reads them back. Modules that subclass citeproc-py's classes import it at their
top, so they are themselves imported only when a style is processed.
"""
