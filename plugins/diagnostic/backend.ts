import type { Load, Report, Speed, SpeedKind } from './contract.ts'

/** A file that the caller takes or destroys. */
export type File = { name: string; body: AsyncIterable<Uint8Array> }

/** What diagnostic needs from an engine. */
export type DiagnosticBackend = {
  /**
   * How far the report is, and at last the report. Throws `Failure` 403 for whoever may not have it, 504 after so many
   * seconds.
   */
  report(seconds: number, signal: AbortSignal): AsyncIterable<Report>
  /** What is measured, ever more of it. Throws `Failure` 501 for a kind that there is nothing to measure of. */
  speed(kind: SpeedKind, load: Load, signal: AbortSignal): AsyncIterable<Speed>
  profile(type: 'cpu' | 'mem', seconds: number, signal: AbortSignal): Promise<File>
}
