import Foundation

// `swift run`, then open the address that it says. It ends with Ctrl-C.

let folder = URL(filePath: #filePath).appending(path: "../../../files").standardizedFileURL
let shop = try Shop(page: folder.path)
print("open \(shop.page), or: nc 127.0.0.1 \(shop.server.port)")
fflush(nil)
try await shop.count { count in
  print("\(count) in the basket")
  fflush(nil)
}
