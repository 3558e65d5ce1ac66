import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call, useCall, useLeaveGuard, useRefusals } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { Banner, Button, confirm, IconButton, Loaded, Muted, Row, Status, Switch } from 'stowage/ui'
import * as styles from '../../details/pages/details.css.ts'
import type { PanelProps } from '../../details/pages/panel.ts'
import { type Certificate, type Security as Saved, security } from '../contract.ts'
import { type Added, askForCertificate } from './add.tsx'
import * as messages from '../../messages.ts'

/** Days before expiration from which a certificate is marked. */
const WARN_DAYS = 30

/** An existing certificate, or a placeholder for a new one. */
type CertificateRow = Certificate & { key: string; added?: number }

const Expiry = ({ of: { expiry, problem, added } }: { of: CertificateRow }) => {
  if (added !== undefined) return <Status tone="unknown">To be added</Status>
  if (problem) return <Status tone="danger">{problem}</Status>
  const days = (Date.parse(expiry) - Date.now()) / 86_400_000
  const day = expiry.slice(0, 10)
  if (days < 0) return <Status tone="danger">{`${day}, expired`}</Status>
  return days < WARN_DAYS ? (
    <Status tone="warning">{`${day}, in ${counted(Math.ceil(days), { one: 'day', many: 'days' })}`}</Status>
  ) : (
    day
  )
}

/** One certificate with its domains, secret and expiration. */
const Chip = ({ row, refusal, onRemove }: { row: CertificateRow; refusal: string | false; onRemove: () => void }) => {
  const names =
    row.added === undefined ? (row.domains ?? []).map(displayName).join(', ') || 'No names' : 'New certificate'
  return (
    <Row as="li" gap={3} className={styles.chip}>
      <div className={styles.chipText}>
        <div className={styles.chipName} title={names}>
          {names}
        </div>
        <Row wrap align="stretch" className={styles.chipNote}>
          {row.name && <span>{displayName(row.name)}</span>}
          <Expiry of={row} />
        </Row>
      </div>
      <IconButton icon={X} label={`Remove ${names}`} disabled={refusal} onPress={onRemove} />
    </Row>
  )
}

/** Names of secrets that are removed from the tenant's lists. */
type SecretNames = { minio: ReadonlySet<string>; minioCAs: ReadonlySet<string> }

const lists = { minio: 'externalCertSecret', minioCAs: 'externalCaCertSecret' } as const

/** What happens to the secrets that the tenant will no longer reference, a sentence each. */
const consequencesOf = (at: PanelProps['at'], saved: Saved['customCertificates'], removed: SecretNames) => {
  const certificates = (Object.keys(lists) as (keyof SecretNames)[]).flatMap((list) =>
    (saved[list] ?? []).filter(
      ({ name, problem }) => removed[list].has(name) && problem !== messages.secretDoesNotExist,
    ),
  )
  const isRemoved = (use: string, name: string) =>
    (Object.keys(lists) as (keyof SecretNames)[]).some(
      (list) => removed[list].has(name) && use.startsWith(`${at.tenant} spec.${lists[list]}[`),
    )
  const sentences = certificates.map(({ name, keeps, used_by: uses = [] }) => {
    const others = uses.filter((use) => !isRemoved(use, name))
    if (others.length > 0) return messages.secretKeptInUse(displayName(name), others.join(', '))
    if (keeps === 'foreign') return messages.secretKeptNotCreatedHere(displayName(name))
    if (keeps === 'unknown') return messages.secretKeptUsesUnknown(displayName(name))
    return messages.secretWillBeDeleted(displayName(name))
  })
  return [...new Set(sentences)]
}

const rowsOf = (
  certificates: readonly Certificate[],
  removed: ReadonlySet<string>,
  added: readonly Added[],
): CertificateRow[] => [
  ...certificates
    .filter(({ name }) => !removed.has(name))
    .map((one, index) => ({ ...one, key: `${one.name} ${index}` })),
  ...added.map((_, index) => ({ name: '', serialNumber: '', expiry: '', key: `new ${index}`, added: index })),
]

type ListProps = {
  title: string
  verb: string
  withKey: boolean
  rows: readonly CertificateRow[]
  refusal: string | false
  onAdd: (added: Added) => void
  onRemove: (row: CertificateRow) => void
}

const List = ({ title, verb, withKey, rows, refusal, onAdd, onRemove }: ListProps) => (
  <section>
    <Row gap={3} justify="between" className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <Button
        icon={Plus}
        disabled={refusal}
        onPress={() => void askForCertificate(verb, withKey).then((added) => added && onAdd(added))}
      >
        {verb}
      </Button>
    </Row>
    {rows.length === 0 ? (
      <Muted as="p">None.</Muted>
    ) : (
      <Row as="ul" gap={3} wrap align="stretch" className={styles.chips} aria-label={title}>
        {rows.map((row) => (
          <Chip key={row.key} row={row} refusal={refusal} onRemove={() => onRemove(row)} />
        ))}
      </Row>
    )}
  </section>
)

const base64 = (pem: string) => btoa(pem.replace(/[^\x00-\x7f]/g, ''))

const without = (list: readonly Added[], index: number) => list.filter((_, at) => at !== index)

const Form = ({ at, saved, onSaved }: { at: PanelProps['at']; saved: Saved; onSaved: () => Promise<unknown> }) => {
  const certificates = {
    served: saved.customCertificates.minio ?? [],
    trusted: saved.customCertificates.minioCAs ?? [],
  }
  const has = certificates.served.length + certificates.trusted.length > 0
  // untouched switches follow the stored values when these are loaded again
  const [chosenAutoCert, setAutoCert] = useState<boolean>()
  const [chosenCustom, setCustom] = useState<boolean>()
  const autoCert = chosenAutoCert ?? saved.autoCert
  const custom = chosenCustom ?? has
  const [removed, setRemoved] = useState<SecretNames>({ minio: new Set(), minioCAs: new Set() })
  const [served, setServed] = useState<readonly Added[]>([])
  const [trusted, setTrusted] = useState<readonly Added[]>([])
  const on = { namespace: at.namespace }
  const refusal = useRefusals({
    save: { action: 'k8s:patch:tenants.minio.min.io', ...on },
    keep: { action: 'k8s:create:secrets', ...on },
  })('save', 'keep')
  const namesOf = (list: readonly Certificate[]) => new Set(list.map(({ name }) => name))
  const allRemoved: SecretNames = custom
    ? removed
    : { minio: namesOf(certificates.served), minioCAs: namesOf(certificates.trusted) }
  const removes = allRemoved.minio.size + allRemoved.minioCAs.size > 0
  const changed = autoCert !== saved.autoCert || removes || (custom && served.length + trusted.length > 0)
  useLeaveGuard(changed)
  const drop = (list: keyof SecretNames, name: string) =>
    setRemoved({ ...removed, [list]: new Set([...removed[list], name]) })
  const save = () =>
    confirm({
      title: 'Save and Restart',
      body: (
        <>
          <p>{messages.confirmRestart}</p>
          <p>
            The pods of <strong>{displayName(at.tenant)}</strong> restart one after the other, with the new
            certificates.
          </p>
          {consequencesOf(at, saved.customCertificates, allRemoved).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      ),
      verb: 'Restart',
      tone: 'primary',
      run: async () => {
        const pairs = custom ? served.map(({ crt, key = '' }) => ({ crt: base64(crt), key: base64(key) })) : []
        const customCertificates = {
          removed: { minio: [...allRemoved.minio], minioCAs: [...allRemoved.minioCAs] },
          minio: pairs,
          minioCAs: custom ? trusted.map(({ crt }) => base64(crt)) : [],
        }
        const body = { ...(autoCert !== saved.autoCert && { autoCert }), customCertificates }
        await call(security.setSecurity, { params: at, body })
        await onSaved()
      },
      done: messages.certificatesSaved(displayName(at.tenant)),
    })
  return (
    <div className={styles.parts}>
      <Switch
        label="Manage Inter-Node Certificates Automatically"
        hint={messages.certificatesManagedByOperator}
        value={autoCert}
        onChange={setAutoCert}
        edited={autoCert !== saved.autoCert}
        disabled={refusal}
      />
      <Switch
        label="Custom Certificates"
        hint={messages.customCertificatesHelp}
        value={custom}
        onChange={setCustom}
        edited={custom !== has}
        disabled={refusal}
      />
      {!custom && has && <Banner tone="warning">{messages.customCertificatesRemoved}</Banner>}
      {custom && (
        <>
          <List
            {...{ title: 'Certificates', verb: 'Add Certificate', withKey: true, refusal }}
            rows={rowsOf(certificates.served, removed.minio, served)}
            onAdd={(added) => setServed([...served, added])}
            onRemove={({ name, added }) =>
              added === undefined ? drop('minio', name) : setServed(without(served, added))
            }
          />
          <List
            {...{ title: 'CA Certificates', verb: 'Add CA Certificate', withKey: false, refusal }}
            rows={rowsOf(certificates.trusted, removed.minioCAs, trusted)}
            onAdd={(added) => setTrusted([...trusted, added])}
            onRemove={({ name, added }) =>
              added === undefined ? drop('minioCAs', name) : setTrusted(without(trusted, added))
            }
          />
        </>
      )}
      <p>
        <Button
          tone="primary"
          disabled={refusal || (!changed && 'Nothing has been changed')}
          onPress={() => void save()}
        >
          Save and Restart
        </Button>
      </p>
    </div>
  )
}

/** TLS of a tenant (spec/3 2): certificates from the operator, and custom ones. */
export const Security = ({ at }: PanelProps) => {
  const saved = useCall(security.security, { params: at })
  const [saves, setSaves] = useState(0)
  const onSaved = async () => {
    await saved.reload()
    setSaves(saves + 1)
  }
  return (
    <Loaded of={saved} what="the certificates">
      {(data) => <Form key={saves} at={at} saved={data} onSaved={onSaved} />}
    </Loaded>
  )
}
