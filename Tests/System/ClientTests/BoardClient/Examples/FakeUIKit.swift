import Foundation

// The part of UIKit's API that the example of the documentation uses.

protocol UICollectionViewDataSource: AnyObject {
  func numberOfSections(in view: UICollectionView) -> Int
  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(
    _ view: UICollectionView, cellForItemAt path: IndexPath
  ) -> UICollectionViewCell
}

protocol UICollectionViewDataSourcePrefetching: AnyObject {
  func collectionView(_ view: UICollectionView, prefetchItemsAt paths: [IndexPath])
}

final class UICollectionViewCell {
  var label = ""
}

extension IndexPath {
  init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  var section: Int { self[0] }
  var item: Int { self[1] }
}

/// A fake collection view that requests cells only for the rows of an update, and traps like UIKit
/// if the counts do not match.
final class UICollectionView {
  weak var dataSource: (any UICollectionViewDataSource)?
  weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  private(set) var cells: [[UICollectionViewCell]] = []
  private(set) var faults: [String] = []
  private var deleted: (sections: IndexSet, items: [IndexPath]) = ([], [])
  private var inserted: (sections: IndexSet, items: [IndexPath]) = ([], [])
  private var reconfigured: [IndexPath] = []
  private var reloaded: (sections: IndexSet, items: [IndexPath]) = ([], [])
  private var moved: (sections: [(Int, Int)], items: [(IndexPath, IndexPath)]) = ([], [])

  func deleteSections(_ sections: IndexSet) { deleted.sections = sections }
  func insertSections(_ sections: IndexSet) { inserted.sections = sections }
  func reloadSections(_ sections: IndexSet) { reloaded.sections = sections }
  func moveSection(_ section: Int, toSection other: Int) { moved.sections.append((section, other)) }
  func deleteItems(at paths: [IndexPath]) { deleted.items = paths }
  func insertItems(at paths: [IndexPath]) { inserted.items = paths }
  func reconfigureItems(at paths: [IndexPath]) { reconfigured = paths }
  func reloadItems(at paths: [IndexPath]) { reloaded.items = paths }
  func moveItem(at path: IndexPath, to other: IndexPath) { moved.items.append((path, other)) }

  func dequeueReusableCell(
    withReuseIdentifier identifier: String, for path: IndexPath
  ) -> UICollectionViewCell {
    UICollectionViewCell()
  }

  private var isCounted = true

  /// Invalidates everything until the next layout or update.
  func reloadData() { isCounted = false }

  func layoutIfNeeded() {
    guard !isCounted, let dataSource else { return }
    isCounted = true
    cells = (0..<dataSource.numberOfSections(in: self)).map { newSection(at: $0) }
  }

  func performBatchUpdates(_ updates: () -> Void) {
    layoutIfNeeded()
    reconfigured = []
    (deleted, inserted, reloaded, moved) = (([], []), ([], []), ([], []), ([], []))
    updates()
    // What is reloaded is a place before, whose cell is made anew where it stands afterwards.
    let old = cells
    let stale = reloaded.items.map { old[$0.section][$0.item] }
    let kept = reconfigured.map { old[$0.section][$0.item] }
    let carried = moved.items.map { old[$0.0.section][$0.0.item] }
    for path in (deleted.items + moved.items.map(\.0)).sorted(by: >) {
      cells[path.section].remove(at: path.item)
    }
    var numbered = cells.enumerated().map { (Optional($0), $1) }
    for index in (Array(deleted.sections) + moved.sections.map(\.0)).sorted(by: >) {
      numbered.remove(at: index)
    }
    let arrivals =
      inserted.sections.map { ($0, Int?.none) } + moved.sections.map { ($0.1, Optional($0.0)) }
    for (index, origin) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      numbered.insert((origin, origin.map { cells[$0] } ?? newSection(at: index)), at: index)
    }
    for (index, section) in numbered.enumerated() {
      guard let origin = section.0, reloaded.sections.contains(origin) else { continue }
      numbered[index].1 = newSection(at: index)
    }
    cells = numbered.map(\.1)
    let newCells =
      inserted.items.map { ($0, newCell(at: $0)) } + zip(moved.items.map(\.1), carried)
    for (path, cell) in newCells.sorted(by: { $0.0 < $1.0 }) {
      cells[path.section].insert(cell, at: path.item)
    }
    check()
    remake(stale)
    configure(kept)
  }

  /// Gives cells that stay what the data source has for them now.
  private func configure(_ kept: [UICollectionViewCell]) {
    for section in cells.indices {
      for item in cells[section].indices
      where kept.contains(where: { $0 === cells[section][item] }) {
        cells[section][item].label = newCell(at: IndexPath(item: item, section: section)).label
      }
    }
  }

  private func remake(_ stale: [UICollectionViewCell]) {
    for section in cells.indices {
      for item in cells[section].indices
      where stale.contains(where: { $0 === cells[section][item] }) {
        cells[section][item] = newCell(at: IndexPath(item: item, section: section))
      }
    }
  }

  private func check() {
    guard let dataSource else { return }
    let counts = (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
    if counts != cells.map(\.count) {
      faults.append("invalid update: \(cells.map(\.count)) after, the data source has \(counts)")
    }
  }

  private func newSection(at index: Int) -> [UICollectionViewCell] {
    let count = dataSource?.collectionView(self, numberOfItemsInSection: index) ?? 0
    return (0..<count).map { newCell(at: IndexPath(item: $0, section: index)) }
  }

  private func newCell(at path: IndexPath) -> UICollectionViewCell {
    dataSource?.collectionView(self, cellForItemAt: path) ?? UICollectionViewCell()
  }
}
