// BoardHub
