import * as v from 'valibot'
import { booleanField, idField, imageField, optionalField } from './entries.ts'
import * as messages from '../messages.ts'

const size = (title: string) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer('Enter a whole number'),
      v.minValue(1, messages.volumeSizeRequired),
      v.maxValue(1_000_000, 'Enter at most 1000000'),
      v.title(title),
      v.metadata({ unit: 'Gi' }),
    ),
    5,
  )

/** Features only of operators up to version 4: log search, Prometheus, and fields of LDAP lookups in old servers. */
export const former = {
  configure: {
    log: booleanField('Custom Log Search', false, messages.logSearchHelp),
    log_class: optionalField('Log Search Storage Class'),
    log_size: size('Log Search Volume Size'),
    log_user: idField('runAsUser', 'Log Search'),
    log_group: idField('runAsGroup', 'Log Search'),
    log_fs: idField('fsGroup', 'Log Search'),
    log_nonroot: booleanField(messages.logSearchNotAsRoot, true),
    postgres_user: idField('runAsUser', 'Postgres', 999),
    postgres_group: idField('runAsGroup', 'Postgres', 999),
    postgres_fs: idField('fsGroup', 'Postgres', 999),
    postgres_nonroot: booleanField(messages.postgresNotAsRoot, true),
    prometheus: booleanField('Custom Prometheus', false, messages.prometheusHelp),
    prometheus_class: optionalField('Prometheus Storage Class'),
    prometheus_size: size('Prometheus Volume Size'),
    prometheus_user: idField('runAsUser', 'Prometheus'),
    prometheus_group: idField('runAsGroup', 'Prometheus'),
    prometheus_fs: idField('fsGroup', 'Prometheus'),
    prometheus_nonroot: booleanField(messages.prometheusNotAsRoot, true),
  },
  images: {
    log_search: imageField('Log Search', 'minio/logsearchapi:VERSION'),
    postgres: imageField('Postgres', 'library/postgres:VERSION'),
    postgres_init: imageField('Postgres Init', 'library/busybox:VERSION'),
    prometheus: imageField('Prometheus', 'prom/prometheus:VERSION'),
    prometheus_sidecar: imageField('Prometheus Sidecar', 'project/container:VERSION'),
    prometheus_init: imageField('Prometheus Init', 'library/busybox:VERSION'),
  },
  directory: {
    username_format: optionalField('Username Format', messages.logSearchForOldServers),
    username_search_filter: optionalField('Username Search Filter'),
    group_name_attribute: optionalField('Group Name Attribute'),
  },
}

/** Names of those fields, by the choice that displays them. */
export const formerNames = {
  log: Object.keys(former.configure).filter((name) => name.startsWith('log_') || name.startsWith('postgres_')),
  prometheus: Object.keys(former.configure).filter((name) => name.startsWith('prometheus_')),
  logImages: ['log_search', 'postgres', 'postgres_init'],
  prometheusImages: ['prometheus', 'prometheus_sidecar', 'prometheus_init'],
  directory: Object.keys(former.directory),
} as const
