import { useEffect, useRef, useState } from 'react'
import { type GenericSchema, getDescription, getTitle } from 'valibot'
import { bytes, type Failure } from 'stowage'
import { type FormValues, useForm } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { creating } from '../../create/contract.ts'
import { GIB } from '../../sizes/units.ts'
import { erasureOf, paritiesOf, setSizeOf } from '../../sizes/erasure.ts'
import { renderCas, renderNodeLabels, renderKeyPairs, renderUsers, randomUser } from './lists.tsx'
import { renderNamespace } from './namespace-input.tsx'
import { allocationOf } from './request.ts'
import { setupStart } from './clone.ts'
import { MAX_SERVERS } from '../../create/entries.ts'
import { belongs, isNeeded } from '../../create/choices.ts'
import { all, choiceOptions, half, wideFields } from './choice-options.ts'
import type { Offers } from '../../create/contract.ts'
import { formerNames } from '../../create/former-steps.ts'
import { textsOf } from '../../create/row-texts.ts'
import { type Step, steps } from '../../create/steps.ts'
import { renderPem } from './pem-input.tsx'
import { renderSize } from './size-input.tsx'
import { type NamespaceState, useNamespace } from './use-namespace.ts'
import * as messages from '../../messages.ts'

const certificateFiles = '.cer,.crt,.cert,.pem'
const keyFiles = '.key,.pem'

/** Storage classes to choose from; only the initial one while they are unknown. */
const classesOf = (namespaceState: NamespaceState | undefined, first: string | undefined): NamespaceState['classes'] =>
  namespaceState?.classes ?? (first ? [{ name: first, left: 2 ** 63 }] : [])

/** Initial values of each step, if other than its defaults. */
export type InitialValues = { readonly [Name in Step]?: FormValues<(typeof steps)[Name]> | undefined }

const memoryHint = (most: { max_memory: number } | undefined) =>
  most?.max_memory ? messages.memoryAvailable(Math.floor(most.max_memory / GIB)) : undefined

/** Why it is unknown whether the nodes have enough memory. The wizard then leaves it to the scheduler. */
const unknownMemory = (error: Failure | undefined, isCopy: boolean) => {
  if (error?.status === 403) return messages.nodeMemoryUnknown
  // a copy has the tolerations of its original
  if (error?.status === 507 && isCopy) return messages.nodesWithTaints
  return undefined
}

/** Label and hint of an entry, as a form would display them. */
const labelOf = ({ wrapped }: { wrapped: GenericSchema }) => ({
  title: getTitle(wrapped),
  description: getDescription(wrapped),
})

const keysOf = (schema: { entries: object }) => Object.keys(schema.entries)

/** Forms of all steps, which exist together so that switching steps loses nothing. */
export const useSteps = (
  next: () => void,
  { from = {}, offers, reenter }: { from?: InitialValues; offers: Offers; reenter: readonly string[] },
) => {
  const [initialIdentity] = useState(() => ({ keys: [randomUser()], ...from.identity }))
  const { namespace = '', servers = 4, drives = 1, unit = 'Gi' } = from.setup ?? {}
  const [typed, setTyped] = useState<{ namespace: string; servers: number; drives: number; unit: string }>({
    namespace,
    servers,
    drives,
    unit,
  })
  const [chosenKind, setKind] = useState({
    identity: initialIdentity.kind ?? 'keys',
    encryption: from.encryption?.on ? (from.encryption.provider ?? 'vault') : undefined,
  })
  const hintOf = (field: string) => (reenter.includes(field) ? { hint: messages.enterSecretAgain } : {})
  const { found: namespaceState, reload } = useNamespace(typed.namespace)
  const most = useCall(
    creating.memory,
    { query: { num_nodes: String(typed.servers) } },
    { when: Number.isInteger(typed.servers) && typed.servers >= 4 && typed.servers <= MAX_SERVERS },
  )
  const unknown = unknownMemory(most.error, from.setup !== undefined)
  const set = setSizeOf([typed])
  const choices = set.size === undefined ? [] : paritiesOf(set.size)
  const preset =
    erasureOf({ choices, volumes: typed.servers * typed.drives, volumeSize: GIB, servers: typed.servers })?.preset ?? ''
  // computed from the form's values below, and read when the field renders
  let sizeProblem: string | undefined
  const setup = useForm({
    schema: steps.setup,
    initial: { ...setupStart, ...from.setup },
    fields: {
      name: half,
      namespace: { ...half, error: namespaceState?.problem, render: renderNamespace(namespaceState, reload) },
      storage_class: {
        ...half,
        ...(namespaceState?.missing ? { hint: namespaceState.noClasses } : { error: namespaceState?.noClasses }),
        ...(namespaceState?.unread
          ? { hint: namespaceState.unread }
          : {
              control: 'select',
              options: classesOf(namespaceState, from.setup?.storage_class).map(({ name, left: remaining }) => ({
                value: name,
                label: remaining < 2 ** 62 ? `${name} (${bytes(remaining)} left)` : name,
              })),
            }),
      },
      servers: { ...half, error: unknown ? undefined : most.error?.message },
      drives: half,
      size: { ...half, control: 'number', render: renderSize(typed.unit, () => sizeProblem) },
      memory: {
        ...half,
        hint: unknown ?? memoryHint(most.data),
      },
      parity: {
        ...half,
        control: 'select',
        options: choices.map((value) => ({ value, label: value === preset ? `${value} (Default)` : value })),
      },
    },
    onChange: (now) =>
      setTyped({
        namespace: now.namespace ?? '',
        servers: Number(now.servers ?? 0),
        drives: Number(now.drives ?? 0),
        unit: now.unit ?? '',
      }),
    onSubmit: next,
  })
  const { storage_class: chosen = '' } = setup.values
  const [first] = namespaceState?.classes ?? []
  // the choices depend on servers and drives; the current choice stays if it is still available
  const presetBefore = useRef('')
  useEffect(() => {
    const { parity = '' } = setup.values
    if (parity === presetBefore.current || !choices.includes(parity)) setup.set('parity', preset)
    presetBefore.current = preset
  }, [choices.join(), preset])
  useEffect(() => {
    if (namespaceState && !namespaceState.unread && !namespaceState.classes.some(({ name }) => name === chosen))
      setup.set('storage_class', first?.name ?? '')
  }, [namespaceState, chosen])
  const available = unknown ? Number.MAX_SAFE_INTEGER : most.data?.max_memory
  const allocation = allocationOf(setup.values, available)
  const inContext = {
    ...half,
    visible: ({ custom: on }: { custom?: boolean | undefined }) => on === true,
    required: true as const,
  }
  const classes = {
    ...(!namespaceState?.unread && {
      control: 'select' as const,
      options: classesOf(namespaceState, undefined).map(({ name }) => ({ value: name, label: name })),
    }),
  }
  const onLog = ({ log }: { log?: boolean | undefined }) => offers.logSearch && log === true
  const onPrometheus = ({ prometheus }: { prometheus?: boolean | undefined }) =>
    offers.prometheus && prometheus === true
  const configure = useForm({
    schema: steps.configure,
    initial: from.configure,
    fields: {
      ...all(formerNames.log, onLog, { ...half, required: true }),
      ...all(formerNames.prometheus, onPrometheus, { ...half, required: true }),
      log: { visible: () => offers.logSearch },
      log_class: { ...half, ...classes, visible: onLog, required: true },
      log_nonroot: { visible: onLog },
      postgres_nonroot: { visible: onLog },
      prometheus: { visible: () => offers.prometheus },
      prometheus_class: { ...half, ...classes, visible: onPrometheus, required: true },
      prometheus_nonroot: { visible: onPrometheus },
      ...{
        runAsUser: inContext,
        runAsGroup: inContext,
        fsGroup: inContext,
        runAsNonRoot: { visible: inContext.visible },
      },
    },
    onSubmit: next,
  })
  const registry = { visible: ({ own: on }: { own?: boolean | undefined }) => on === true, required: true as const }
  const images = useForm({
    schema: steps.images,
    initial: from.images,
    fields: {
      ...all(formerNames.logImages, () => offers.logSearch),
      ...all(formerNames.prometheusImages, () => offers.prometheus),
      ...{
        registry,
        username: { ...registry, ...half },
        password: { ...registry, ...half, ...hintOf('images.password') },
      },
    },
    onSubmit: next,
  })
  const [isPlaced, setPlaced] = useState(false)
  const labels = useCall(creating.labels, {}, { when: isPlaced })
  const selects = ({ kind }: { kind?: string | undefined }) => kind === 'nodeSelector'
  const placement = useForm({
    schema: steps.placement,
    initial: from.placement,
    fields: {
      kind: { required: true },
      apart: { visible: selects },
      labels: { visible: selects, required: true, render: renderNodeLabels(labels.data) },
    },
    onChange: (values) => setPlaced(selects(values)),
    onSubmit: next,
  })
  const onDirectory = { visible: ({ kind }: { kind?: string | undefined }) => kind === 'directory' }
  const identity = useForm({
    schema: steps.identity,
    initial: initialIdentity,
    fields: {
      ...choiceOptions(keysOf(steps.identity), chosenKind.identity),
      ...all(
        formerNames.directory,
        ({ kind }: { kind?: string | undefined }) => offers.logSearch && kind === 'directory',
        half,
      ),
      kind: { required: true },
      keys: { visible: ({ kind = 'keys' }) => kind === 'keys', required: true, render: renderUsers },
      secret_id: { ...half, visible: ({ kind }) => kind === 'oidc', required: true, ...hintOf('identity.secret_id') },
      lookup_bind_dn: {
        ...half,
        ...onDirectory,
        ...(!offers.logSearch && { required: true }),
      },
      // a copy of a tenant without administrators has none either
      user_dns: { ...onDirectory, ...(from.identity?.kind !== 'directory' && { required: true }) },
      lookup_bind_password: { ...half, ...onDirectory, ...hintOf('identity.lookup_bind_password') },
    },
    onChange: ({ kind = 'keys' }) => setKind((before) => ({ ...before, identity: kind })),
    onSubmit: next,
  })
  const onTls = ({ tls }: { tls?: boolean | undefined }) => tls !== false
  const onOwn = (values: { tls?: boolean | undefined; custom?: boolean | undefined }) =>
    onTls(values) && values.custom === true
  const security = useForm({
    schema: steps.security,
    initial: from.security,
    fields: {
      automatic: { visible: onTls },
      custom: { visible: onTls },
      pairs: { visible: onOwn, render: renderKeyPairs },
      cas: { visible: onOwn, render: renderCas },
    },
    onSubmit: next,
  })
  const { tls, automatic, custom, pairs = [] } = security.values
  const hasOwn = custom === true && pairs.some((row) => textsOf(row).every((text) => text.trim() !== ''))
  const secured = tls !== false && (automatic !== false || hasOwn)
  const encrypts = ({ on }: { on?: boolean | undefined }) => on === true
  const onPairs = (values: { on?: boolean | undefined }) => encrypts(values) && tls !== false && custom === true
  const pairField = (name: 'server_crt' | 'server_key' | 'client_crt' | 'client_key', accept: string) => {
    const { title = '', description = '' } = labelOf(steps.encryption.entries[name])
    return {
      visible: onPairs,
      render: renderPem(
        title,
        reenter.includes(`encryption.${name}`) ? messages.enterSecretAgain : description,
        accept,
        automatic === false,
      ),
      ...(automatic === false && { required: true as const }),
    }
  }
  const storeFile = (name: 'mtls_crt' | 'mtls_key' | 'ca' | 'private_key', accept: string) => {
    const { title = '', description = '' } = labelOf(steps.encryption.entries[name])
    const hint = reenter.includes(`encryption.${name}`) ? messages.enterSecretAgain : description
    const isNeededHere = isNeeded(chosenKind.encryption, name)
    return {
      visible: () => belongs(chosenKind.encryption, name),
      render: renderPem(title, hint, accept, isNeededHere),
      ...(isNeededHere && { required: true as const }),
    }
  }
  const encryption = useForm({
    schema: steps.encryption,
    initial: from.encryption,
    fields: {
      ...choiceOptions(keysOf(steps.encryption), chosenKind.encryption),
      ...Object.fromEntries(
        reenter.flatMap((one) =>
          one.startsWith('encryption.')
            ? [
                [
                  one.slice(11),
                  {
                    ...(!wideFields.includes(one.slice(11)) && half),
                    visible: () => belongs(chosenKind.encryption, one.slice(11)),
                    ...(isNeeded(chosenKind.encryption, one.slice(11)) && { required: true as const }),
                    ...hintOf(one),
                  },
                ],
              ]
            : [],
        ),
      ),
      on: { disabled: () => (secured ? false : messages.tlsRequired) },
      provider: { visible: encrypts, required: true },
      replicas: { ...half, visible: encrypts, required: true },
      ...{
        runAsUser: { ...half, visible: encrypts, required: true },
        runAsGroup: { ...half, visible: encrypts, required: true },
        fsGroup: { ...half, visible: encrypts, required: true },
        runAsNonRoot: { visible: encrypts },
      },
      mtls_crt: storeFile('mtls_crt', certificateFiles),
      mtls_key: storeFile('mtls_key', keyFiles),
      ca: storeFile('ca', certificateFiles),
      private_key: storeFile('private_key', keyFiles),
      server_crt: pairField('server_crt', certificateFiles),
      server_key: pairField('server_key', keyFiles),
      client_crt: pairField('client_crt', certificateFiles),
      client_key: pairField('client_key', keyFiles),
    },
    onChange: ({ on, provider = 'vault' }) =>
      setKind((before) => ({ ...before, encryption: on ? provider : undefined })),
    onSubmit: next,
  })
  const {
    server_crt: ownCrt,
    server_key: ownKey,
    client_crt: clientCrt,
    client_key: clientKey,
    mtls_crt: mtlsCrt,
    mtls_key: mtlsKey,
  } = encryption.values
  const halves =
    encryption.values.on === true &&
    [
      [ownCrt, ownKey],
      [clientCrt, clientKey],
      [mtlsCrt, mtlsKey],
    ].some(([crt, key]) => !crt !== !key)
  const remaining = namespaceState?.classes.find(({ name }) => name === chosen)?.left
  const required = allocation.distribution.volumes * allocation.distribution.volumeSize
  sizeProblem = remaining !== undefined && required > remaining ? messages.volumeSizeRange(bytes(remaining)) : undefined
  const problems = {
    setup: [allocation.problem].filter((problem) => problem !== undefined),
    security: tls !== false && automatic === false && !hasOwn ? [messages.chooseCertificates] : [],
    identity:
      identity.values.kind === 'directory' &&
      offers.logSearch &&
      !identity.values.lookup_bind_dn &&
      !identity.values.username_format
        ? [messages.lookupBindDnRequired]
        : [],
    encryption: [
      encryption.values.on === true && !secured ? messages.encryptionRequiresTls : undefined,
      halves ? messages.certificateAndKeyRequired : undefined,
    ].filter((problem) => problem !== undefined),
  }
  return {
    forms: { setup, configure, images, placement, identity, security, encryption },
    allocation,
    /** Problems of the first step, displayed at its fields. */
    hindered:
      namespaceState?.problem !== undefined ||
      namespaceState?.noClasses !== undefined ||
      (most.error !== undefined && !unknown) ||
      sizeProblem !== undefined,
    /** Problems of a step that concern more than one field. */
    problems: { configure: [], images: [], placement: [], ...problems } satisfies Record<Step, string[]>,
    memory: available,
    storageClass: first?.name,
    waiting: !namespaceState || (!most.data && !most.error),
  }
}
