import { bytes, date, shown } from '../../../core/format.ts'
import { Button } from '../../../core/ui/button.tsx'
import { CopyButton } from '../../../core/ui/copy.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { mono } from '../../../core/ui/text.css.ts'
import type { ServedCall } from '../contract.ts'
import { statusOf, timeOf } from './columns.tsx'

/** All that is told of one call, whole. */
export const CallDetails = ({ call, onClose }: { call: ServedCall; onClose: () => void }) => {
  const { time, api, path, query, host, client, callStats } = call
  const address = query ? `${path}?${query}` : path
  const texts = [
    ['Time', `${date(time).slice(0, 10)} ${timeOf(call)}`],
    ['Status', shown(statusOf(call))],
    ['Host', shown(host)],
    ['Client', shown(client)],
    ['Duration', callStats.duration],
    ['Time to first byte', callStats.timeToFirstByte],
    ['In', bytes(callStats.rx)],
    ['Out', bytes(callStats.tx)],
  ] as const
  return (
    <Dialog title={shown(api)} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <Details
        rows={[
          { label: 'Path', value: <span className={mono}>{shown(address)}</span>, action: <CopyButton text={address} label="Copy path" /> },
          ...texts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value })),
        ]}
      />
    </Dialog>
  )
}
