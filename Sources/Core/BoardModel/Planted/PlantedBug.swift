/// A fault that tests build into the server, to show that the simulator finds it.
///
/// The place of each is marked by `isPlanted`. In a release build that is the constant false, so the
/// compiler removes the place, and there is nothing that could be switched on. In a debug build it is
/// a value of the task that runs the test, so other tests at the same time have none.
package enum PlantedBug: String, CaseIterable, Sendable {
  // Index spaces.
  case deletePathOffByOne
  case insertPathOffByOne
  case moveSourceOffByOne
  case moveDestinationOffByOne
  case sectionDeleteOffByOne
  case sectionInsertOffByOne
  case reloadInSpaceAfter
  case moveOutOfDeletedSection
  case oldPathNotMapped
  // Revisions.
  case windowTrimmedOneEarly
  case boardRevisionReused
  case itemIDsReused
  case epochNotChecked
  // Drags and selections.
  case leaseNotFreed
  case leaseNotChecked
  case guestSessionKept
  case sessionNumbersReused
  case endedTwice
  case snapshotWithoutDrags
  case selectionOfDeletedItem
  case selectionNotSent
  case itemsNotSent
  case knownStateSent
  case endBehindSnapshot
  case removedBeforeLost
  case boardAskedOfEnded
  // Policies.
  case deletedPolicyKept
  // Lines.
  case carriageReturnNotEscaped
  case limitCheckedAfterCopying
  case splitLineCut
  case bufferedInputDropped
  // Delivery.
  case flowControlForgotten
  case wakeUpForgotten
  case batchSentTwice
  case batchLost
  case batchBeforeNothingLost
  case wayBehindContentLost
  case policyBehindContentLost
  case eventsBeforeData
  case eventsOfAnotherReader
  case renameNotSent
  case countOffByOne
  case rowsOffByOne
  case rowsOfAnotherRevision
  case itemsNotSentToCounter
  // The copy of a client that counts.
  case runSplitOffByOne
  case sliceForgotten
  // Durability.
  case acknowledgedBeforeCommit
  case broadcastBeforeCommit
  case replyNotRemembered
  case requestForgottenAtRestart
  case policyNotStored
  case outdatedSnapshot
  case fullDiskIgnored
  // Access.
  case roleNotAsked
  case forceOfEndedNotAsked
  case ownerVeiled
  case foreignPlaceShown
}

#if DEBUG
  extension PlantedBug {
    /// The fault of the present task.
    @TaskLocal package static var present: PlantedBug?

    /// Whether the server has this fault.
    package var isPlanted: Bool { Self.present == self }
  }
#else
  extension PlantedBug {
    /// No server has any.
    @inlinable package var isPlanted: Bool { false }
  }
#endif

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
