// Libuv
