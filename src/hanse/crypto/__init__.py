"""Keys, certificates and JOSE: functions of values, without configuration or storage."""
