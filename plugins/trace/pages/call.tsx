import { bytes, date, shown } from '../../../core/format.ts'
import { CopyButton } from '../../../core/ui/copy.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { Drawer } from '../../../core/ui/drawer.tsx'
import { mono } from '../../../core/ui/text.css.ts'
import type { ServedCall } from '../contract.ts'
import { statusOf, timeOf } from './columns.tsx'
import * as styles from './trace.css.ts'

type CallDetailsProps = {
  call: ServedCall
  /** The calls around it, the newest first. */
  among: readonly ServedCall[]
  onOpen: (call: ServedCall) => void
  onClose: () => void
}

const Headers = ({ title, of = [] }: { title: string; of: ServedCall['requestHeaders'] }) =>
  of.length > 0 && (
    <section aria-label={title}>
      <h3 className={styles.headersTitle}>{title}</h3>
      <Details rows={of.map(([name, value]) => ({ label: shown(name), value: <span className={mono}>{shown(value)}</span> }))} />
    </section>
  )

/** All that is told of one call, whole. */
export const CallDetails = ({ call, among, onOpen, onClose }: CallDetailsProps) => {
  const { time, api, path, query, host, client, callStats } = call
  const address = query ? `${path}?${query}` : path
  const texts = [
    ['Time', `${date(time).slice(0, 10)} ${timeOf(call)}`],
    ['Status', shown(statusOf(call))],
    ['Host', shown(host)],
    ['Client', shown(client)],
    ['User', shown(call.user ?? '')],
    ['Duration', callStats.duration],
    ['Time to first byte', callStats.timeToFirstByte],
    ['Request size', bytes(callStats.rx)],
    ['Response size', bytes(callStats.tx)],
  ] as const
  const at = among.indexOf(call)
  const [newer, older] = [among[at - 1], at < 0 ? undefined : among[at + 1]]
  return (
    <Drawer
      title={shown(api)}
      place={{ text: '', previous: newer && (() => onOpen(newer)), next: older && (() => onOpen(older)) }}
      onClose={onClose}
    >
      <Details
        rows={[
          { label: 'Path', value: <span className={mono}>{shown(address)}</span>, action: <CopyButton text={address} label="Copy path" /> },
          ...texts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value })),
        ]}
      />
      <Headers title="Request headers" of={call.requestHeaders} />
      <Headers title="Response headers" of={call.responseHeaders} />
    </Drawer>
  )
}
