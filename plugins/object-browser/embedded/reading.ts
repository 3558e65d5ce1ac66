import { type EventName, happeningOf, isTold, noteEvent } from '../../../engines/embedded/store/events.ts'
import type { Version } from '../../../engines/embedded/store/records.ts'
import type { Place } from '../../../engines/embedded/store/place.ts'

/** Keeps an event of a reading for those who are told of it, and tells whoever watches. On a full disk nobody is, but everybody can still read. */
export const noteReading = async (place: Place, name: EventName, version: Version): Promise<void> => {
  const { index, bucket, key } = place
  if (isTold(bucket, name, key)) await index.write(() => noteEvent(place, name, version)).catch(() => undefined)
  else index.happened(happeningOf(place, name, version))
}
