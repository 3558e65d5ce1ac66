import CopyIcon from 'lucide-react/icons/copy'
import { useEffect, useRef, useState } from 'react'
import { call, showToast, showError, useMissingFeature } from 'stowage/web'
import { bytes, counted, date, duration, Failure, displayName, toFailure } from 'stowage'
import { Banner, Button, Dialog, ErrorBanner, Field, RadioGroup, TextInput, useCopied, Row, Muted } from 'stowage/ui'
import { type Signer, sharing } from '../../share/contract.ts'
import { noun, summaryOf } from '../items.ts'
import { lastName, parent } from '../path.ts'
import { lifetimeOf, maxLifetime, type LifetimeInput } from './lifetime.ts'
import { createLinks, type ShareTargets } from './links.ts'
import * as styles from './share.css.ts'
import { LifetimeField } from './time.tsx'
import { type Link, useLink } from './use-link.ts'
import * as messages from '../../messages.ts'

const Subject = ({ bucket, shared, size }: { bucket: string; shared: ShareTargets; size: number | undefined }) => {
  const { first, single, count } = summaryOf(shared)
  return (
    <Row as="p" gap={4} align="stretch" className={styles.subject}>
      <span className={styles.path}>
        {displayName(`${bucket}/${parent(first)}`)}
        <strong>{single === undefined ? count : displayName(lastName(single))}</strong>
      </span>
      {single !== undefined && size !== undefined && <span className={styles.size}>{bytes(size)}</span>}
    </Row>
  )
}

const inFuture = (iso: string) => duration((Date.parse(iso) - Date.now()) / 1000)

const keepLongerHint = messages.signWithNewServiceAccount

type SignersProps = { value: Signer; onChange: (signer: Signer) => void; link: Link | undefined; lifetime: number }

/** Choice of the signing credentials: links signed with those of the session expire with it. */
const Signers = ({ value, onChange, link, lifetime }: SignersProps) => {
  const ends = new Date(Date.now() + lifetime).toISOString()
  const expiresEarly = link && Date.parse(link.ends) < Date.parse(ends) - 60_000
  return (
    <RadioGroup
      label="Signed with"
      value={value}
      onChange={(next) => onChange(next as Signer)}
      options={[
        {
          value: 'session',
          label: `Your session, until ${date(link?.ends ?? ends).slice(0, -3)}`,
          hint: expiresEarly ? messages.linkExpiresWithSession(inFuture(link.ends)) : messages.sessionLastsAsLong,
        },
        {
          value: 'service-account',
          label: messages.newServiceAccountUntil(date(ends).slice(0, -3)),
          hint: messages.shareKeyHelp,
        },
      ]}
    />
  )
}

/** Whether an address leads to the user's own machine. */
const isLocal = (url = '') =>
  URL.canParse(url) && /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')

type ShareProps = { bucket: string; shared: ShareTargets; size?: number | undefined; onClose: () => void }

/** Dialog that creates links for downloads without signing in, valid for up to 7 days. */
export const Share = ({ bucket, shared, size, onClose }: ShareProps) => {
  const [entered, setEntered] = useState<LifetimeInput>()
  const [sessionMs, setSessionMs] = useState<number>()
  const [by, setBy] = useState<Signer>('session')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure>()
  const [accountUrl, setAccountUrl] = useState('')
  const [, copy] = useCopied()
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const typed = entered ?? maxLifetime(by === 'session' ? sessionMs : undefined)
  const { ms: lifetime, wrong: inputError } = lifetimeOf(typed)
  const { link, failure, signed, sessionEnds } = useLink(bucket, shared, lifetime)
  useEffect(
    () => setSessionMs(sessionEnds === undefined ? undefined : Date.parse(sessionEnds) - Date.now()),
    [sessionEnds],
  )
  const single = shared.keys.length === 1 && shared.folders.length === 0
  const canCreateKey = useMissingFeature('administration') === undefined && single
  const [onlyKey = ''] = shared.keys
  const limit =
    by === 'session' && sessionEnds !== undefined && sessionMs !== undefined
      ? { ms: sessionMs, why: messages.linksExpireWithSession(date(sessionEnds), canCreateKey ? keepLongerHint : '') }
      : undefined
  const wrong = inputError ?? (limit && lifetime !== undefined && lifetime > limit.ms ? limit.why : undefined)

  const copyAccountLink = async (expires: number) => {
    const body = { objects: [{ path: onlyKey, version_id: shared.version }], expires: `${expires}ms`, by }
    const { links } = await call(sharing.links, { params: { bucket }, body }, { signal: stop.current.signal })
    const url = links[0]?.url ?? ''
    setAccountUrl(url)
    if (await copy(url)) showToast('Share URL Copied to clipboard', { label: 'Service Accounts', href: '/account' })
  }
  const copyAllLinks = async (expires: number) => {
    const { links, failed: notShared } = await createLinks(bucket, shared, expires, stop.current.signal)
    if (links.length > 0 && (await copy(links.join('\n'))))
      showToast(`${counted(links.length, { one: 'link', many: 'links' })} copied to clipboard`)
    if (notShared.length > 0)
      showError(
        new Failure(409, `${counted(notShared.length, noun)} could not be shared`, {
          detail: notShared.map(({ path, message }) => `${displayName(path)}: ${message}`).join('\n'),
        }),
      )
  }
  const run = async () => {
    if (lifetime === undefined) return
    setFailed(undefined)
    setBusy(true)
    try {
      if (!single) await copyAllLinks(lifetime)
      else if (by === 'service-account' && !accountUrl) await copyAccountLink(lifetime)
      else if (await copy(accountUrl || (link?.url ?? ''))) showToast('Share URL Copied to clipboard')
    } catch (error) {
      if (!stop.current.signal.aborted) setFailed(toFailure(error))
    }
    setBusy(false)
  }

  const url = by === 'service-account' ? accountUrl : (link?.url ?? '')
  const blocked = wrong ?? failure?.message ?? (single && !link && by === 'session' && 'Creating the link')
  const title = single ? 'Share File' : 'Share Files'
  return (
    <Dialog
      title={title}
      onClose={onClose}
      note={accountUrl ? messages.keyCreatedRevoke : messages.earlierLinksStayValid}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            tone="primary"
            where="browser"
            icon={CopyIcon}
            busy={busy ? 'Copying' : ''}
            disabled={blocked}
            onPress={() => void run()}
          >
            {single ? 'Copy Link' : 'Copy Links'}
          </Button>
        </>
      }
    >
      <ErrorBanner error={failed} onClose={() => setFailed(undefined)} />
      <Subject {...{ bucket, shared, size }} />
      <LifetimeField {...{ typed, wrong, limit }} onChange={(next) => (setEntered(next), setAccountUrl(''))} />
      {signed === 'session' && canCreateKey && lifetime !== undefined && (
        <Signers
          value={by}
          link={link}
          lifetime={lifetime}
          onChange={(next) => (setBy(next), setEntered(undefined), setAccountUrl(''))}
        />
      )}
      {failure && <Banner tone="danger">{failure.message}</Banner>}
      {single && (
        <Field
          label="Link"
          hint={messages.linkIsPublic(
            shared.version ? 'this version' : 'the object',
            url ? messages.linkPointsTo(hostOf(url)) : '',
          )}
        >
          <TextInput
            state="locked"
            look="mono"
            value={url}
            placeholder={by === 'service-account' ? 'Created when copied' : ''}
            onChange={() => undefined}
          />
        </Field>
      )}
      {!single && <Muted as="p">{messages.copyLinksHelp}</Muted>}
      {link && by === 'session' && (
        <Muted as="p">
          {single ? 'The link expires' : 'The links expire'} on {date(link.ends)}.
          {signed === 'storage' && messages.linkAfterLosingAccess(single ? 'It stops' : 'They stop')}
        </Muted>
      )}
      {isLocal(url || link?.url) && (
        <Banner tone="warning">{messages.linkOnlyOnThisMachine(hostOf(url || (link?.url ?? '')))}</Banner>
      )}
    </Dialog>
  )
}
