import { useQuery } from 'stowage/web'
import { parseBuckets, bucketsError, type Kind, kinds } from '../contract.ts'
import * as messages from '../messages.ts'

const all = Object.keys(kinds) as Kind[]

/** Filter values, stored in the address, and the query built from them. */
export const useFilters = () => {
  const [buckets, setBuckets] = useQuery('bucket')
  const [prefix, setPrefix] = useQuery('prefix')
  const [suffix, setSuffix] = useQuery('suffix')
  const [events, setEvents] = useQuery('events', 'put,get,delete')
  const selected = events.split(',')
  const chosen = all.filter((kind) => selected.includes(kind))
  const names = parseBuckets(buckets)
  return {
    buckets: { value: buckets, onChange: setBuckets },
    named: names,
    prefix: { value: prefix, onChange: setPrefix },
    suffix: { value: suffix, onChange: setSuffix },
    chosen,
    choose: (kind: Kind, on: boolean) =>
      setEvents(all.filter((other) => (other === kind ? on : chosen.includes(other))).join(',')),
    /** Why the feed cannot start with these filters. */
    problem: (names.length > 0 && bucketsError(names)) || (chosen.length === 0 && messages.eventTypeRequired),
    query: { prefix, suffix, events: chosen.join(',') },
  }
}

export type Filters = ReturnType<typeof useFilters>
