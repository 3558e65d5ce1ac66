import type { Load, Report, Speed, SpeedKind } from './contract.ts'

/** A file that the caller must consume or destroy. */
export type File = { name: string; body: AsyncIterable<Uint8Array> }

/** Backend of diagnostic, implemented per engine. */
export type DiagnosticBackend = {
  /**
   * Progress of the report and finally the report. Throws `Failure` 403 without permission, 504 after the given
   * seconds.
   */
  report(seconds: number, signal: AbortSignal): AsyncIterable<Report>
  /** Measurements as they arrive. Throws `Failure` 501 for a kind that the engine cannot measure. */
  speed(kind: SpeedKind, load: Load, signal: AbortSignal): AsyncIterable<Speed>
  profile(type: 'cpu' | 'mem', seconds: number, signal: AbortSignal): Promise<File>
}
