import { useQuery } from '../../../core/location.ts'
import { kinds } from '../contract.ts'

/** How long a threshold in ms may be, in ns then it still is a number that the wire takes. */
const threshold = /^\d{1,9}(\.\d{1,6})?$/

/** The filters as they are typed, which the address keeps, and what they ask of the feed. */
export const useFilters = () => {
  const [status, setStatus] = useQuery('status')
  const [method, setMethod] = useQuery('method')
  const [name, setName] = useQuery('function')
  const [path, setPath] = useQuery('path')
  const [slower, setSlower] = useQuery('threshold')
  const [calls, setCalls] = useQuery('calls', 's3')
  const [errors, setErrors] = useQuery('errors')
  const [headers, setHeaders] = useQuery('headers', 'yes')
  const asked = calls.split(',')
  const chosen = kinds.filter((kind) => asked.includes(kind))
  const problems = {
    status: status === '' || /^[1-5]\d\d$/.test(status) ? undefined : 'From 100 to 599',
    slower: slower === '' || threshold.test(slower) ? undefined : 'A number from 0',
  }
  return {
    status: { value: status, onChange: setStatus },
    method: { value: method, onChange: setMethod },
    name: { value: name, onChange: setName },
    path: { value: path, onChange: setPath },
    slower: { value: slower, onChange: setSlower },
    chosen,
    choose: (kind: (typeof kinds)[number], on: boolean) =>
      setCalls(kinds.filter((other) => (other === kind ? on : chosen.includes(other))).join(',')),
    onlyErrors: errors === 'yes',
    setOnlyErrors: (on: boolean) => setErrors(on ? 'yes' : ''),
    headers: headers === 'yes',
    setHeaders: (on: boolean) => setHeaders(on ? 'yes' : 'no'),
    problems,
    /** Why nothing can be started with them. */
    problem:
      (problems.status && 'Enter a status code from 100 to 599') ??
      (problems.slower && 'Enter a response threshold from 0') ??
      (chosen.length === 0 && 'Choose at least one kind of calls'),
    query: {
      calls: chosen.join(','),
      threshold: String(Math.round(Number(slower) * 1e6)),
      onlyErrors: errors === 'yes' ? 'yes' : 'no',
      statusCode: status,
      method: method.trim().toUpperCase(),
      funcname: name.trim(),
      path: path.trim(),
      headers: headers === 'yes' ? 'yes' : 'no',
    },
  }
}

export type Filters = ReturnType<typeof useFilters>
