import { useState } from 'react'
import { date, shown } from '../../../core/format.ts'
import { Button } from '../../../core/ui/button.tsx'
import { CopyButton } from '../../../core/ui/copy.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { Drawer } from '../../../core/ui/drawer.tsx'
import { Link } from '../../../core/ui/link.tsx'
import { browseAddress } from '../../object-browser/contract.ts'
import type { LogLine } from '../contract.ts'
import { levelOf, saidOf } from './columns.tsx'
import * as styles from './logs.css.ts'

/** So much of a long text is shown until all of it is asked for. */
const BEGINNING = 4096

/** A text of whatever length, with its line breaks. */
const Long = ({ text }: { text: string }) => {
  const [all, setAll] = useState(false)
  const parts = (all ? text : text.slice(0, BEGINNING)).split('\n').map(shown).join('\n')
  return (
    <>
      <span className={styles.lines}>{parts}</span>
      {!all && text.length > BEGINNING && (
        <Button size="sm" onPress={() => setAll(true)}>
          Show all
        </Button>
      )}
    </>
  )
}

type LineDetailsProps = {
  line: LogLine
  /** The lines around it, the newest first. */
  among: readonly LogLine[]
  onOpen: (line: LogLine) => void
  onClose: () => void
}

/** All that a line tells, and where it was written. */
export const LineDetails = ({ line, among, onOpen, onClose }: LineDetailsProps) => {
  const { api, error, at, time } = line
  const { bucket = '', object = '' } = api?.args ?? {}
  const texts = [
    ['Time', at ? date(at) : time],
    ['Level', levelOf(line)],
    ['Kind', line.errKind],
    ['Node', line.node],
    ['API', api?.name ?? ''],
    ['Request ID', line.requestID],
    ['Remote Host', line.remotehost],
    ['Host', line.host],
    ['User Agent', line.userAgent],
    ['Deployment ID', line.deploymentid],
    ...Object.entries(error?.variables ?? {}),
  ] as const
  const place = among.indexOf(line)
  const [newer, older] = [among[place - 1], place < 0 ? undefined : among[place + 1]]
  const source = error?.source ?? []
  return (
    <Drawer
      title={api?.name || levelOf(line) || 'Line'}
      place={{ text: '', previous: newer && (() => onOpen(newer)), next: older && (() => onOpen(older)) }}
      onClose={onClose}
    >
      <Details
        rows={[
          { label: 'Message', value: <Long key={saidOf(line)} text={saidOf(line)} />, action: <CopyButton text={JSON.stringify(line, null, 2)} label="Copy entry" /> },
          ...(error?.message && error.message !== saidOf(line) ? [{ label: 'Error', value: <Long text={error.message} /> }] : []),
          ...(bucket ? [{ label: 'Bucket', value: <Link href={browseAddress(bucket)}>{shown(bucket)}</Link> }] : []),
          ...(bucket && object ? [{ label: 'Object', value: <Link href={browseAddress(bucket, object)}>{shown(object)}</Link> }] : []),
          ...texts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value: shown(value) })),
          ...(source.length > 0
            ? [{ label: 'Source trace', value: <Long text={source.join('\n')} />, action: <CopyButton text={source.join('\n')} label="Copy source trace" /> }]
            : []),
        ]}
      />
    </Drawer>
  )
}
