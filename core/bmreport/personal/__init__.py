"""The forms that identifiers of a person take, as patterns; `bmreport.patient_identifiers` looks for them."""
