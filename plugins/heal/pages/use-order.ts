import { useQuery } from 'stowage/web'
import * as messages from '../messages.ts'

const flags = ['recursive', 'dry', 'deep', 'force'] as const

/** The order, stored in the address, and its query for the feeds. */
export const useOrder = () => {
  const [bucket, setBucket] = useQuery('bucket')
  const [prefix, setPrefix] = useQuery('prefix')
  const [flagList, setFlagList] = useQuery('how', 'recursive')
  const [force, setForce] = useQuery('force')
  const enabledFlags = flagList.split(',')
  const flag = (name: (typeof flags)[number]) => ({
    value: enabledFlags.includes(name),
    onChange: (on: boolean) =>
      setFlagList(flags.filter((other) => (other === name ? on : enabledFlags.includes(other))).join(',') || 'none'),
  })
  const forceFlag = (which: 'start' | 'stop') => ({
    value: force === which,
    onChange: (on: boolean) => setForce(on ? which : ''),
  })
  const [recursive, dryRun, deep] = [flag('recursive'), flag('dry'), flag('deep')]
  return {
    bucket: { value: bucket, onChange: setBucket },
    prefix: { value: prefix, onChange: setPrefix },
    recursive,
    dryRun,
    deep,
    forceStart: forceFlag('start'),
    forceStop: forceFlag('stop'),
    /** Shows a running heal's order. */
    take: (running: { bucket: string; prefix: string; recursive: boolean; dryRun: boolean; deep: boolean }) => {
      setBucket(running.bucket)
      setPrefix(running.prefix)
      setFlagList(
        [running.recursive && 'recursive', running.dryRun && 'dry', running.deep && 'deep'].filter(Boolean).join(',') ||
          'none',
      )
    },
    problem: !bucket.trim() && prefix !== '' && messages.bucketRequiredForPrefix,
    query: {
      prefix: bucket.trim() ? prefix : '',
      recursive: String(recursive.value),
      'dry-run': String(dryRun.value),
      scan: deep.value ? ('deep' as const) : ('normal' as const),
    },
  }
}

export type Ordered = ReturnType<typeof useOrder>
