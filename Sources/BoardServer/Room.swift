// BoardServer
