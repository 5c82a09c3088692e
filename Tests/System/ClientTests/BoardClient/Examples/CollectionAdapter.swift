import BoardClient
import Foundation

// Quoted by `Adapters.md`. `UICollectionView` is `FakeUIKit.swift` here.

final class CollectionAdapter: ConnectionDelegate {
  let view: UICollectionView

  init(_ view: UICollectionView) { self.view = view }

  // A view that has not read its counts since `reloadData` would read them during the update.
  func boardWillChange(_ connection: Connection) { view.layoutIfNeeded() }

  func boardDidReload(_ connection: Connection) { view.reloadData() }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    view.performBatchUpdates {
      view.deleteSections(IndexSet(update.deletedSections))
      view.insertSections(IndexSet(update.insertedSections))
      view.reloadSections(IndexSet(update.reloadedSections))
      for move in update.movedSections { view.moveSection(move.from, toSection: move.to) }
      view.deleteItems(at: update.deletedItems.map(\.inView))
      view.insertItems(at: update.insertedItems.map(\.inView))
      view.reloadItems(at: update.reloadedItems.map(\.inView))
      view.reconfigureItems(at: update.reconfiguredItems.map(\.inView))
      for move in update.movedItems { view.moveItem(at: move.from.inView, to: move.to.inView) }
    }
  }
}

extension BoardModel.IndexPath {
  var inView: Foundation.IndexPath { Foundation.IndexPath(item: item, section: section) }
}

final class CollectionSource: UICollectionViewDataSource {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func numberOfSections(in view: UICollectionView) -> Int {
    connection.replica.shown.sectionCount
  }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    connection.replica.shown.itemCount(in: section)
  }

  func collectionView(
    _ view: UICollectionView, cellForItemAt path: Foundation.IndexPath
  ) -> UICollectionViewCell {
    let cell = view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    let item = connection.replica.shown.item(at: [path.section, path.item])
    cell.label = item.text.string
    return cell
  }
}

final class PrefetchingSource: UICollectionViewDataSource, UICollectionViewDataSourcePrefetching {
  /// The items that are asked for together: a screen or two.
  static let page = 60
  let connection: Connection

  /// - Parameter connection: One of `content: .counts`.
  init(_ connection: Connection) { self.connection = connection }

  func numberOfSections(in view: UICollectionView) -> Int {
    connection.replica.shown.sectionCount
  }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    connection.replica.itemCount(in: section)
  }

  func collectionView(
    _ view: UICollectionView, cellForItemAt path: Foundation.IndexPath
  ) -> UICollectionViewCell {
    let cell = view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    let item = connection.replica.item(at: [path.section, path.item])
    cell.label = item?.text.string ?? "…"
    if item == nil { fetch([path]) }
    return cell
  }

  func collectionView(_ view: UICollectionView, prefetchItemsAt paths: [Foundation.IndexPath]) {
    fetch(paths)
  }

  /// Asks for whole pages around some items. What is here, or on its way, is not asked for again.
  private func fetch(_ paths: [Foundation.IndexPath]) {
    let pages = Set(paths.map { [$0.section, $0.item / Self.page] })
    for page in pages {
      let start = page[1] * Self.page
      connection.fetch(start..<start + Self.page, in: page[0])
    }
  }
}
