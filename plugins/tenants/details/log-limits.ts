import * as messages from '../messages.ts'

/** Sizes in MiB: the part of a log that one response returns, and how much of the log is read for it. */
export const logLimits = { returned: 16, read: 256 }

/** First line of a response without all lines. */
export const cutNotes = {
  older: messages.olderLinesCut(logLimits.returned),
  newer: messages.newerLinesCut(logLimits.read),
}
