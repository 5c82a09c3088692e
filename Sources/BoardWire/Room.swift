// BoardWire
