/// What the program says of itself.
package enum ProgramVersion {
  package static let text = "dropline 0.1, protocol 1"
}
