/// A fault that is built into the simulated processes or their store, to show that the laws find it.
enum PlantedClusterBug: CaseIterable {
  /// A process declares others dead at once after an outage.
  case noGapRule
  /// Processes are dead whose leases are over by the clock of the store.
  case clockOfStore
  /// A process is declared dead although it has renewed its lease meanwhile.
  case anyRenewals
  /// A lease counts from the answer to a renewal, and not from its sending.
  case leaseFromAnswer
  /// A space is taken although its owner is alive.
  case takeFromLiving
  /// A process that drains takes spaces.
  case takeWhileDraining
  /// A group is appended whatever the term is.
  case noTerm
}

/// A law that does not hold in a run.
struct LawViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
