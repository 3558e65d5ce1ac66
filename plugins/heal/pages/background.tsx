import { bytes, count, counted, displayName } from 'stowage'
import { Progress, Status, Stack, Muted, Row } from 'stowage/ui'
import { mono } from 'stowage/classes'
import type { Background, Healing } from '../contract.ts'
import * as styles from './heal.css.ts'
import * as messages from '../messages.ts'

const items = { one: 'item', many: 'items' }

const HealingDrive = ({ drive: { endpoint, done, total, healed, failed, at } }: { drive: Healing }) => (
  <div>
    <Row gap={4} align="stretch" justify="between" className={styles.pair}>
      <span className={mono}>{displayName(endpoint)}</span>
      <span>{total > 0 ? `${Math.floor(Math.min(1, done / total) * 100)}%` : ''}</span>
    </Row>
    <Progress look="thin" label={`Healing ${displayName(endpoint)}`} value={total > 0 ? done / total : 'running'} />
    <Muted as="p" size={12}>
      {total > 0 ? `${bytes(done)} of ${bytes(total)}, ` : ''}
      {`${counted(healed, items)} healed`}
      {failed > 0 && `, ${count(failed)} failed`}
      {at && `, at ${displayName(at)}`}
    </Muted>
  </div>
)

/** The storage's background healing. */
export const BackgroundStatus = ({ of: { scanned, offline, waiting, healing } }: { of: Background }) => (
  <Stack gap={3} className={styles.group} role="group" aria-label="Background healing">
    <span className={styles.groupTitle}>Background healing</span>
    {healing.map((drive) => (
      <HealingDrive key={drive.endpoint} drive={drive} />
    ))}
    {healing.length === 0 && (
      <Muted as="p" size={12}>
        {messages.noDriveHealing}
      </Muted>
    )}
    <Row gap={4} align="stretch" justify="between" className={styles.pair}>
      <span>Waiting</span>
      <span title={waiting.join('\n')}>{counted(waiting.length, { one: 'drive', many: 'drives' })}</span>
    </Row>
    <Row gap={4} align="stretch" justify="between" className={styles.pair}>
      <span>Scanned</span>
      <span>{counted(scanned, items)}</span>
    </Row>
    {offline.map((node) => (
      <Status key={node} tone="danger">{`${displayName(node)} is offline`}</Status>
    ))}
  </Stack>
)
