/** Length of the indexed prefix: a whole text may exceed PostgreSQL's index row limit. */
export const INDEXED_LENGTH = 200

/** Columns that are indexed for searches by prefix. */
const columns = ['bucket', 'object', 'api_name', 'request_id', 'response_status'] as const

/**
 * Statements that create the tables and their indexes in PostgreSQL. Access keys have a separate table, because a
 * column would need an index over all records that exist.
 */
export const schema = [
  `create table if not exists stowage_audit_keys (
    access_key text primary key,
    account text not null,
    time bigint not null,
    name text not null)`,
  'alter table stowage_audit_format add column if not exists keys_since bigint',
  `create table if not exists stowage_audit (
    number bigint generated always as identity primary key,
    mark text not null unique,
    time bigint not null,
    source text not null,
    bucket text not null,
    object text not null,
    api_name text not null,
    request_id text not null,
    user_agent text not null,
    response_status text not null,
    bytes integer not null,
    line text not null)`,
  'create index if not exists stowage_audit_time on stowage_audit (time, number)',
  `create index if not exists stowage_audit_console on stowage_audit (time, number) where source = 'console'`,
  ...columns.map(
    (name) =>
      `create index if not exists stowage_audit_${name} on stowage_audit (left(${name}, ${INDEXED_LENGTH}) text_pattern_ops, time, number)`,
  ),
]
