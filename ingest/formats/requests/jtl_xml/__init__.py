"""JMeter results, XML (a stream) -> one RunRecord for each document: all requests, and each label's mean.

Source: JMeter, SampleResultConverter and HTTPSampleResultConverter; files that JMeter 5.6.3 wrote.
Reads elements `httpSample` and `sample`, whatever stands in them. A sample within another is a sub-result (a redirect,
an embedded resource) and is not added; within the sum of a transaction controller it is a request of its own, and the
sum is not added. Numbers mean what they mean in CSV. Elements are found one by one: neither the length of a document
nor what is broken in it matters, and entities other than those of characters are never resolved.
Says nothing about: kernel, machine, server.
"""

TITLE = "JMeter results (JTL), XML"
VERSION = "4"
