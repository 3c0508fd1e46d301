# -*- coding: latin-1 -*-
import urllib2
class Old:
    def run(self, (a, b)):
        print "running", a
        exec "b = 1"
        raise ValueError, "no"
def after():
    return Old().run((1, 2))
