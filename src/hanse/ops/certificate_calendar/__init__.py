"""The certificate calendar: everything that expires, such as certificates of key pairs and partners, and the license.

`expiring_items` reads the ends from the index of the configuration. Operations return them to administrators, and to
calendar applications by a secret address (`calendar_address`) in the format of RFC 5545 (`icalendar`).
"""
