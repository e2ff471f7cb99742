"""Op conformance: a list of case descriptors and a set of laws that every one of them has to keep."""
