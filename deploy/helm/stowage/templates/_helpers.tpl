{{- define "stowage.labels" -}}
app.kubernetes.io/name: stowage
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "stowage.metadata" -}}
name: {{ .Release.Name | quote }}
namespace: {{ .Release.Namespace | quote }}
labels: {{- include "stowage.labels" . | nindent 2 }}
{{- end }}

{{- define "stowage.hasVolume" -}}
{{- if and .Values.persistence.enabled (or (ne .Values.mode "operator") .Values.tenantPorts) }}yes{{ end }}
{{- end }}

{{- define "stowage.path" -}}
{{- printf "/%s/" (trimAll "/" .Values.ingress.path) | replace "//" "/" }}
{{- end }}

{{- define "stowage.isClient" -}}
{{- if has .Values.mode (list "minio" "s3") }}yes{{ end }}
{{- end }}

{{- define "stowage.hasCa" -}}
{{- if include "stowage.isClient" . }}
{{- with (index .Values .Values.mode).ca }}
{{- if or .secret .configMap }}yes{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "stowage.servers" -}}
{{- $list := list }}
{{- range $server := .Values.servers }}
{{- $entry := pick $server "name" "url" "kind" "region" "style" }}
{{- with $server.shareUrl }}
{{- $entry = set $entry "share_url" . }}
{{- end }}
{{- with $server.ca }}
{{- $entry = set $entry "ca" (printf "/etc/stowage/servers/%s/%s" $server.name (.key | default "ca.crt")) }}
{{- end }}
{{- $list = append $list $entry }}
{{- end }}
{{- toJson $list }}
{{- end }}

{{- /* The values that each variable of the chart comes from */}}
{{- define "stowage.valuesOfEnv" -}}
CONSOLE_SHUTDOWN_DELAY: shutdownDelay
CONSOLE_OPERATOR_MODE: mode
CONSOLE_KUBE_SERVER: mode
CONSOLE_KUBE_CA: mode
CONSOLE_MINIO_SERVER: minio.server
CONSOLE_MINIO_REGION: minio.region
CONSOLE_MINIO_CA: minio.ca
CONSOLE_S3_SERVER: s3.server
CONSOLE_S3_REGION: s3.region
CONSOLE_S3_STYLE: s3.style
CONSOLE_S3_CA: s3.ca
CONSOLE_SHARE_URL: {{ .Values.mode }}.shareUrl
CONSOLE_SERVERS: servers
CONSOLE_SERVERS_FILE: serversSecret
CONSOLE_ROOT_USER: rootSecret
CONSOLE_ROOT_PASSWORD: rootSecret
CONSOLE_PBKDF_PASSPHRASE: sessionSecret
CONSOLE_DATA: persistence
CONSOLE_PLUGINS: plugins.enabled
CONSOLE_PLUGINS_DISABLED: plugins.disabled
CONSOLE_PLUGIN_DIR: plugins.volume
CONSOLE_SUBPATH: ingress.path
CONSOLE_TENANT_URL: ingress.tenants
CONSOLE_TENANT_PORTS: tenantPorts
CONSOLE_TRUSTED_PROXY: trustedProxy
CONSOLE_METRICS_TOKEN: metrics.tokenSecret
{{- end }}

{{- define "stowage.check" -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" .Release.Name) }}
{{- fail (printf "the release name %s is no name of a Service: use lower-case letters, digits and hyphens, with a letter first" .Release.Name) }}
{{- end }}
{{- range $mode := list "minio" "s3" }}
{{- if and (index $.Values $mode).server (ne $.Values.mode $mode) }}
{{- fail (printf "%s.server is set, but mode is %s: set mode=%s, or remove it" $mode $.Values.mode $mode) }}
{{- end }}
{{- end }}
{{- if and .Values.servers (ne .Values.mode "servers") }}
{{- fail (printf "servers is set, but mode is %s: set mode=servers, or remove it" .Values.mode) }}
{{- end }}
{{- if and (eq .Values.mode "servers") (not .Values.servers) (not .Values.serversSecret.name) }}
{{- fail "servers is the list of storage servers: add one, or set another mode" }}
{{- end }}
{{- if and .Values.servers .Values.serversSecret.name }}
{{- fail "servers and serversSecret are both set; keep one" }}
{{- end }}
{{- range .Values.servers }}
{{- if and .ca (not .ca.secret) (not .ca.configMap) }}
{{- fail (printf "the ca of the server %s names neither a secret nor a configMap" .name) }}
{{- end }}
{{- if and .ca .ca.secret .ca.configMap }}
{{- fail (printf "the ca of the server %s names both a secret and a configMap; keep one" .name) }}
{{- end }}
{{- end }}
{{- if and (include "stowage.isClient" .) (not (index .Values .Values.mode).server) }}
{{- fail (printf "%s.server is the address of the storage server: set it, or another mode" .Values.mode) }}
{{- end }}
{{- if and (eq .Values.mode "embedded") (gt (int .Values.replicas) 1) }}
{{- fail "replicas has to be 1 in embedded mode: one process stores the objects" }}
{{- end }}
{{- if and .Values.persistence.existingClaim (gt (int .Values.replicas) 1) }}
{{- fail "persistence.existingClaim serves one replica: each needs a data folder of its own" }}
{{- end }}
{{- with .Values.tenantPorts }}
{{- if ne $.Values.mode "operator" }}
{{- fail "tenantPorts are for mode=operator" }}
{{- end }}
{{- if $.Values.ingress.tenants }}
{{- fail "ingress.tenants and tenantPorts are both set; keep one" }}
{{- end }}
{{- if or (gt (int $.Values.replicas) 1) (not $.Values.persistence.enabled) }}
{{- fail "tenantPorts need one replica with persistence, which stores the port of each tenant" }}
{{- end }}
{{- $range := splitList "-" (last (splitList ":" .)) }}
{{- $first := int (first $range) }}
{{- $last := int (last $range) }}
{{- if or (lt $first 1) (lt $last $first) (gt $last 65535) (gt (sub $last $first) 999) }}
{{- fail (printf "tenantPorts is %s, but it needs a range of up to 1000 ports from 1 to 65535, such as 9100-9119" .) }}
{{- end }}
{{- range $port := list 9090 (int $.Values.service.port) }}
{{- if and (ge $port $first) (le $port $last) }}
{{- fail (printf "tenantPorts contain port %d of the console itself: choose others" $port) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $mode := list "minio" "s3" }}
{{- with (index $.Values $mode).ca }}
{{- if and .secret .configMap }}
{{- fail (printf "%s.ca.secret and %s.ca.configMap are both set; keep one" $mode $mode) }}
{{- end }}
{{- end }}
{{- end }}
{{- if and .Values.plugins.enabled .Values.plugins.disabled }}
{{- fail "plugins.enabled and plugins.disabled are both set; keep one" }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) }}
{{- fail "ingress.host is the name that people know the console by" }}
{{- end }}
{{- $own := list }}
{{- range include "stowage.ownEnv" . | fromYamlArray }}
{{- $own = append $own (trimSuffix "_FILE" .name) }}
{{- end }}
{{- $values := include "stowage.valuesOfEnv" . | fromYaml }}
{{- range .Values.env }}
{{- /* the console refuses a variable together with its _FILE form */}}
{{- $name := trimSuffix "_FILE" .name }}
{{- if has $name $own }}
{{- fail (printf "env contains %s, which the chart sets: use %s instead" .name (index $values $name)) }}
{{- end }}
{{- if has $name (list "CONSOLE_OPERATOR_MODE" "CONSOLE_MINIO_SERVER" "CONSOLE_S3_SERVER" "CONSOLE_SERVERS") }}
{{- fail (printf "env contains %s, which selects what the console manages: use mode instead" .name) }}
{{- end }}
{{- if eq $name "CONSOLE_PORT" }}
{{- fail "env contains CONSOLE_PORT, but the probes and the Service need port 9090: use service.port instead" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "stowage.secretEnv" }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret | quote }}
      key: {{ .key | quote }}
{{- end }}

{{- define "stowage.env" -}}
{{- include "stowage.ownEnv" . }}
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "stowage.ownEnv" -}}
{{- $v := .Values }}
- name: CONSOLE_SHUTDOWN_DELAY
  value: {{ int $v.shutdownDelay }}s
{{- if eq $v.mode "operator" }}
- name: CONSOLE_OPERATOR_MODE
  value: "on"
- name: CONSOLE_KUBE_SERVER
  value: https://kubernetes.default.svc
- name: CONSOLE_KUBE_CA
  value: /etc/stowage/cluster/ca.crt
{{- else if include "stowage.isClient" . }}
{{- $storage := index $v $v.mode }}
{{- $variable := printf "CONSOLE_%s" (upper $v.mode) }}
- name: {{ $variable }}_SERVER
  value: {{ $storage.server | quote }}
{{- with $storage.region }}
- name: {{ $variable }}_REGION
  value: {{ . | quote }}
{{- end }}
{{- with $storage.style }}
- name: {{ $variable }}_STYLE
  value: {{ . | quote }}
{{- end }}
{{- with $storage.shareUrl }}
- name: CONSOLE_SHARE_URL
  value: {{ . | quote }}
{{- end }}
{{- if include "stowage.hasCa" . }}
- name: {{ $variable }}_CA
  value: /etc/stowage/storage/{{ $storage.ca.key }}
{{- end }}
{{- else if eq $v.mode "servers" }}
{{- if $v.serversSecret.name }}
- name: CONSOLE_SERVERS_FILE
  value: /etc/stowage/servers/list/{{ $v.serversSecret.key }}
{{- else }}
- name: CONSOLE_SERVERS
  value: {{ include "stowage.servers" . | quote }}
{{- end }}
{{- else }}
{{- $root := $v.rootSecret | default (printf "%s-root" .Release.Name) }}
{{- include "stowage.secretEnv" (dict "name" "CONSOLE_ROOT_USER" "secret" $root "key" "user") }}
{{- include "stowage.secretEnv" (dict "name" "CONSOLE_ROOT_PASSWORD" "secret" $root "key" "password") }}
{{- end }}
{{- $session := $v.sessionSecret | default (printf "%s-session" .Release.Name) }}
{{- include "stowage.secretEnv" (dict "name" "CONSOLE_PBKDF_PASSPHRASE" "secret" $session "key" "passphrase") }}
{{- if include "stowage.hasVolume" . }}
- name: CONSOLE_DATA
  value: /data
{{- else if eq $v.mode "embedded" }}
- name: CONSOLE_DATA
  value: /tmp/data
{{- end }}
{{- with $v.plugins.enabled }}
- name: CONSOLE_PLUGINS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $v.plugins.disabled }}
- name: CONSOLE_PLUGINS_DISABLED
  value: {{ join "," . | quote }}
{{- end }}
{{- if $v.plugins.volume }}
- name: CONSOLE_PLUGIN_DIR
  value: /plugins
{{- end }}
{{- if and $v.ingress.enabled (ne (include "stowage.path" .) "/") }}
- name: CONSOLE_SUBPATH
  value: {{ include "stowage.path" . | quote }}
{{- end }}
{{- if $v.ingress.tenants }}
- name: CONSOLE_TENANT_URL
  value: {{ printf "%s://*.%s" (ternary "https" "http" (ne $v.ingress.tlsSecret "")) $v.ingress.tenants | quote }}
{{- end }}
{{- with $v.tenantPorts }}
- name: CONSOLE_TENANT_PORTS
  value: {{ . | quote }}
{{- end }}
{{- with $v.trustedProxy }}
- name: CONSOLE_TRUSTED_PROXY
  value: {{ . | quote }}
{{- end }}
{{- with $v.metrics.tokenSecret }}
{{- include "stowage.secretEnv" (dict "name" "CONSOLE_METRICS_TOKEN" "secret" . "key" $v.metrics.tokenKey) }}
{{- end }}
{{- end }}

{{- define "stowage.mounts" -}}
{{- if eq .Values.mode "operator" }}
- name: cluster
  mountPath: /etc/stowage/cluster
  readOnly: true
{{- end }}
{{- if include "stowage.hasCa" . }}
- name: storage-ca
  mountPath: /etc/stowage/storage
  readOnly: true
{{- end }}
{{- if eq .Values.mode "servers" }}
{{- if .Values.serversSecret.name }}
- name: servers
  mountPath: /etc/stowage/servers/list
  readOnly: true
{{- end }}
{{- range .Values.servers }}
{{- if .ca }}
- name: ca-{{ .name }}
  mountPath: /etc/stowage/servers/{{ .name }}
  readOnly: true
{{- end }}
{{- end }}
{{- end }}
{{- if include "stowage.hasVolume" . }}
- name: data
  mountPath: /data
{{- else if eq .Values.mode "embedded" }}
- name: data
  mountPath: /tmp/data
{{- end }}
{{- if .Values.plugins.volume }}
- name: plugins
  mountPath: /plugins
  readOnly: true
{{- end }}
{{- end }}

{{- define "stowage.volumes" -}}
{{- if eq .Values.mode "operator" }}
- name: cluster
  configMap:
    name: kube-root-ca.crt
{{- end }}
{{- if include "stowage.hasCa" . }}
{{- with (index .Values .Values.mode).ca }}
- name: storage-ca
{{- if .secret }}
  secret:
    secretName: {{ .secret | quote }}
{{- else }}
  configMap:
    name: {{ .configMap | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- if eq .Values.mode "servers" }}
{{- with .Values.serversSecret.name }}
- name: servers
  secret:
    secretName: {{ . | quote }}
{{- end }}
{{- range .Values.servers }}
{{- if .ca }}
- name: ca-{{ .name }}
{{- if .ca.secret }}
  secret:
    secretName: {{ .ca.secret | quote }}
{{- else }}
  configMap:
    name: {{ .ca.configMap | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if include "stowage.hasVolume" . }}
{{- with .Values.persistence.existingClaim }}
- name: data
  persistentVolumeClaim:
    claimName: {{ . | quote }}
{{- end }}
{{- else if eq .Values.mode "embedded" }}
- name: data
  emptyDir: {}
{{- end }}
{{- with .Values.plugins.volume }}
- name: plugins
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
