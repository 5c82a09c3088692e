extension BatchUpdate {
  /// The batch with the planted fault of an index space, if there is one.
  @inline(__always)
  package var asPlanted: BatchUpdate {
    #if DEBUG
      return faulty
    #else
      return self
    #endif
  }

  #if DEBUG
    private var faulty: BatchUpdate {
      guard let bug = PlantedBug.present else { return self }
      var batch = self
      switch bug {
      case .deletePathOffByOne: batch.deletes.shift(\.path.item)
      case .insertPathOffByOne: batch.inserts.shift(\.path.item)
      case .moveSourceOffByOne: batch.moves.shift(\.source.item)
      case .moveDestinationOffByOne: batch.moves.shift(\.destination.item)
      case .sectionDeleteOffByOne: batch.deletedSections.shift(\.index)
      case .sectionInsertOffByOne: batch.insertedSections.shift(\.index)
      case .reloadInSpaceAfter: batch.mapReloads()
      default: break
      }
      return batch
    }

    /// Writes reloads with their paths after, as far as inserts and deletes before them in their
    /// sections change these.
    private mutating func mapReloads() {
      for index in reloads.indices {
        let path = reloads[index].path
        let new = inserts.count { $0.path.section == path.section && $0.path.item <= path.item }
        let old = deletes.count { $0.path.section == path.section && $0.path.item < path.item }
        reloads[index].path.item += new - old
      }
    }
  #endif
}

#if DEBUG
  extension Array {
    /// Adds one to an index of the first row.
    fileprivate mutating func shift(_ index: WritableKeyPath<Element, Int>) {
      if !isEmpty { self[0][keyPath: index] += 1 }
    }
  }
#endif
