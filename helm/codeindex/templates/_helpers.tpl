{{- define "codeindex.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- else -}}{{ printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" }}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "codeindex.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "codeindex.labels" -}}
{{ include "codeindex.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "codeindex.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "codeindex.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "codeindex.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{/* The secret and the key of the database's URL: as they were given, or as CloudNativePG makes them. */}}
{{- define "codeindex.databaseSecret" -}}
{{- if .Values.cnpg.enabled -}}{{ include "codeindex.fullname" . }}-db-app{{- else -}}{{ .Values.database.existingSecret }}{{- end -}}
{{- end -}}
{{- define "codeindex.databaseKey" -}}
{{- if .Values.cnpg.enabled -}}uri{{- else -}}{{ .Values.database.key }}{{- end -}}
{{- end -}}

{{/* Secrets by the variable that names their file, the secret and its key. */}}
{{- define "codeindex.secretFiles" -}}
- {env: DATABASE_URL_FILE, secret: {{ include "codeindex.databaseSecret" . }}, key: {{ include "codeindex.databaseKey" . }}}
{{- if and (not .Values.cnpg.enabled) .Values.database.directKey }}
- {env: DATABASE_DIRECT_URL_FILE, secret: {{ .Values.database.existingSecret }}, key: {{ .Values.database.directKey }}}
{{- end }}
{{- if and (not .Values.cnpg.enabled) .Values.database.readKey }}
- {env: DATABASE_READ_URL_FILE, secret: {{ .Values.database.existingSecret }}, key: {{ .Values.database.readKey }}}
{{- end }}
{{- if not .Values.valkey.enabled }}
- {env: REDIS_URL_FILE, secret: {{ .Values.redis.existingSecret }}, key: {{ .Values.redis.key }}}
{{- end }}
{{- range $env, $from := dict
      "CODEINDEX_ADMIN_TOKEN_FILE" .Values.auth.adminToken
      "CODEINDEX_METRICS_TOKEN_FILE" .Values.auth.metricsToken
      "CODEINDEX_ENCRYPTION_KEY_FILE" .Values.secrets.encryptionKey
      "CODEINDEX_GIT_CREDENTIALS_FILE" .Values.secrets.gitCredentials
      "CODEINDEX_GIT_SSH_KEY_FILE" .Values.secrets.gitSshKey
      "CODEINDEX_GIT_KNOWN_HOSTS_FILE" .Values.secrets.gitKnownHosts
      "CODEINDEX_WEBHOOK_SECRET_FILE" .Values.secrets.webhookSecret
      "CODEINDEX_OPENAI_API_KEY_FILE" .Values.secrets.openaiApiKey }}
{{- if $from.existingSecret }}
- {env: {{ $env }}, secret: {{ $from.existingSecret }}, key: {{ $from.key }}}
{{- end }}
{{- end }}
{{- end -}}

{{- define "codeindex.env" -}}
- {name: CODEINDEX_HOST, value: 0.0.0.0}
- {name: CODEINDEX_PORT, value: "8400"}
- {name: CODEINDEX_METRICS_PORT, value: "8400"}
- {name: CODEINDEX_LOG_FORMAT, value: json}
- {name: CODEINDEX_AUTH, value: {{ .Values.auth.mode | quote }}}
- {name: CODEINDEX_ROOT, value: /repos}
- {name: CODEINDEX_DATA_DIR, value: /tmp/data}
- {name: CODEINDEX_CLONES_DIR, value: /clones}
- {name: CODEINDEX_PARSE_THREADS, value: {{ .Values.worker.threads | quote }}}
{{- if not .Values.cnpg.enabled }}
- {name: CODEINDEX_MIGRATE, value: "false"}
{{- end }}
{{- if .Values.valkey.enabled }}
- {name: REDIS_URL, value: redis://{{ include "codeindex.fullname" . }}-valkey:6379}
{{- end }}
{{- with .Values.publicUrl }}
- {name: CODEINDEX_PUBLIC_URL, value: {{ . | quote }}}
{{- end }}
- name: CODEINDEX_ALLOWED_HOSTS
  value: {{ concat (list (include "codeindex.fullname" .) (printf "%s.%s.svc" (include "codeindex.fullname" .) .Release.Namespace)) .Values.allowedHosts | join "," | quote }}
{{- range include "codeindex.secretFiles" . | fromYamlArray }}
- {name: {{ .env }}, value: /run/secrets/codeindex/{{ .env }}}
{{- end }}
{{- range $name, $value := .Values.config }}
- {name: {{ $name }}, value: {{ if kindIs "float64" $value }}{{ if eq (floor $value) $value }}{{ printf "%.0f" $value | quote }}{{ else }}{{ $value | quote }}{{ end }}{{ else }}{{ $value | toString | quote }}{{ end }}}
{{- end }}
{{- end -}}

{{- define "codeindex.mounts" -}}
- {name: tmp, mountPath: /tmp}
- {name: secrets, mountPath: /run/secrets/codeindex, readOnly: true}
{{- end -}}

{{- define "codeindex.volumes" -}}
- name: tmp
  emptyDir: {}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range include "codeindex.secretFiles" . | fromYamlArray }}
      - secret:
          name: {{ .secret }}
          items: [{key: {{ .key }}, path: {{ .env }}}]
      {{- end }}
{{- end -}}

{{/* Disks of code: workers and watchers see them, services need none. */}}
{{- define "codeindex.codeMounts" -}}
- {name: clones, mountPath: /clones}
- {name: repos, mountPath: /repos, readOnly: true}
{{- end -}}
{{- define "codeindex.codeVolumes" -}}
- name: clones
  {{- if eq .Values.clones.accessMode "None" }}
  emptyDir: {sizeLimit: {{ .Values.clones.size }}}
  {{- else }}
  persistentVolumeClaim: {claimName: {{ .Values.clones.existingClaim | default (printf "%s-clones" (include "codeindex.fullname" .)) }}}
  {{- end }}
- name: repos
  {{- if .Values.repositories.existingClaim }}
  persistentVolumeClaim: {claimName: {{ .Values.repositories.existingClaim }}, readOnly: true}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end -}}

{{/* The bytes of a quantity of memory, as 512Mi; nothing where it is none. */}}
{{- define "codeindex.bytes" -}}
{{- $units := dict "" 1.0 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 -}}
{{- $text := printf "%v" . -}}
{{- if kindIs "float64" . }}{{ $text = printf "%.0f" . }}{{ end -}}
{{- if regexMatch "^[0-9]+([.][0-9]+)?([kMGT]|[KMGT]i)?$" $text -}}
{{- printf "%.0f" (mulf (regexFind "^[0-9.]+" $text | float64) (get $units (regexFind "[a-zA-Z]*$" $text))) -}}
{{- end -}}
{{- end -}}

{{/* The bytes that the data of Valkey may take; nothing where neither the value nor a limit says it. */}}
{{- define "codeindex.valkeyMemory" -}}
{{- $limit := include "codeindex.bytes" (dig "limits" "memory" "" .Values.valkey.resources) -}}
{{- if .Values.valkey.maxMemory -}}
{{- include "codeindex.bytes" .Values.valkey.maxMemory -}}
{{- else if $limit -}}
{{- printf "%.0f" (mulf ($limit | float64) 0.75) -}}
{{- end -}}
{{- end -}}

{{/* Which series are of this release: pods of two releases may share a namespace. */}}
{{- define "codeindex.series" -}}
namespace={{ .Release.Namespace | quote }}, pod=~"{{ include "codeindex.fullname" . }}-(service|worker|watcher)-.*"
{{- end -}}

{{- define "codeindex.probes" -}}
ports: [{name: http, containerPort: 8400}]
startupProbe:
  httpGet: {path: /health, port: http}
  periodSeconds: 2
  failureThreshold: 150
livenessProbe:
  httpGet: {path: /health, port: http}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: {path: /ready, port: http}
  periodSeconds: 5
  timeoutSeconds: 4
{{- end -}}

{{/* Labels and annotations of the pods of a part. */}}
{{- define "codeindex.podMetadata" -}}
labels:
  {{- include "codeindex.labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .part }}
  {{- with .root.Values.podLabels }}{{ toYaml . | nindent 2 }}{{ end }}
{{- with .root.Values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The nodes that a pod may run on, and its way to the registry. */}}
{{- define "codeindex.nodes" -}}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "codeindex.placement" -}}
{{- $part := .part -}}
{{- include "codeindex.nodes" .root }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "codeindex.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ $part }}
{{- end -}}

{{/* A volume that one node mounts: workers and watcher run on one node. The term fits the pods themselves, so that the first finds a place anywhere. */}}
{{- define "codeindex.together" -}}
{{- if eq .Values.clones.accessMode "ReadWriteOnce" }}
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "codeindex.selector" . | nindent 12 }}
          matchExpressions: [{key: app.kubernetes.io/component, operator: In, values: [worker, watcher]}]
{{- end }}
{{- end -}}

{{/* Values that contradict each other, refused by name. */}}
{{- define "codeindex.check" -}}
{{- $v := .Values -}}
{{- if and $v.cnpg.enabled $v.database.existingSecret }}{{ fail "database.existingSecret and cnpg.enabled: there must be one database. Unset one of them." }}{{ end -}}
{{- if not (or $v.cnpg.enabled $v.database.existingSecret) }}{{ fail "database.existingSecret: names a secret with the database's URL; or set cnpg.enabled." }}{{ end -}}
{{- range $key := list "directKey" "readKey" }}
{{- if and $v.cnpg.enabled (index $v.database $key) }}{{ fail (printf "database.%s and cnpg.enabled: it is a key of database.existingSecret. Unset one of them." $key) }}{{ end -}}
{{- end }}
{{- if and $v.valkey.enabled $v.redis.existingSecret }}{{ fail "redis.existingSecret and valkey.enabled: there must be one queue. Unset one of them." }}{{ end -}}
{{- if not (or $v.valkey.enabled $v.redis.existingSecret) }}{{ fail "redis.existingSecret: names a secret with the URL of Redis or Valkey; or set valkey.enabled." }}{{ end -}}
{{- $limit := include "codeindex.bytes" (dig "limits" "memory" "" $v.valkey.resources) -}}
{{- if and $v.valkey.enabled $limit (ge (include "codeindex.valkeyMemory" . | float64) ($limit | float64)) }}{{ fail "valkey.maxMemory: must be less than valkey.resources.limits.memory, else the kernel ends Valkey before it can refuse a job." }}{{ end -}}
{{- if and $v.worker.autoscaling.enabled $v.worker.keda.enabled }}{{ fail "worker.autoscaling.enabled and worker.keda.enabled: one of them scales the workers." }}{{ end -}}
{{- if and $v.worker.keda.enabled (not $v.worker.keda.prometheus) }}{{ fail "worker.keda.prometheus: is needed for worker.keda.enabled: the address of the Prometheus that reads /metrics." }}{{ end -}}
{{- if and $v.ingress.enabled $v.gateway.enabled }}{{ fail "ingress.enabled and gateway.enabled: one of them leads to the service." }}{{ end -}}
{{- if and $v.ingress.enabled (not $v.ingress.host) }}{{ fail "ingress.host: is needed for ingress.enabled." }}{{ end -}}
{{- if and $v.gateway.enabled (or (not $v.gateway.host) (not $v.gateway.parentRefs)) }}{{ fail "gateway.host and gateway.parentRefs: are needed for gateway.enabled." }}{{ end -}}
{{- if and (or $v.ingress.enabled $v.gateway.enabled) (not $v.publicUrl) }}{{ fail "publicUrl: is needed where an ingress or a gateway leads to the service: the URL that clients use." }}{{ end -}}
{{- if and (or $v.monitoring.podMonitor.enabled $v.worker.keda.enabled) (not $v.auth.metricsToken.existingSecret) }}{{ fail "auth.metricsToken.existingSecret: is needed for monitoring.podMonitor and worker.keda: scrapers ask /metrics with it." }}{{ end -}}
{{- if and (eq $v.clones.accessMode "None") $v.clones.existingClaim }}{{ fail "clones.accessMode and clones.existingClaim: None means that no volume is shared. Unset one of them." }}{{ end -}}
{{- if and (eq $v.clones.accessMode "ReadWriteOnce") (gt (int $v.watcher.replicas) 1) }}{{ fail "clones.accessMode: ReadWriteOnce allows one watcher; set watcher.replicas to 1, or take a volume that many nodes mount." }}{{ end -}}
{{- if and (eq $v.auth.mode "jwt") $v.auth.adminToken.existingSecret }}{{ fail "auth.adminToken.existingSecret and auth.mode: jwt lets no token in. Unset the secret, or set auth.mode to token,jwt." }}{{ end -}}
{{- if and (contains "jwt" $v.auth.mode) (not (hasKey $v.config "CODEINDEX_JWT_ISSUER")) }}{{ fail "config.CODEINDEX_JWT_ISSUER: is needed where auth.mode has jwt." }}{{ end -}}
{{- if and (contains "jwt" $v.auth.mode) (not $v.publicUrl) (not (hasKey $v.config "CODEINDEX_JWT_AUDIENCE")) }}{{ fail "config.CODEINDEX_JWT_AUDIENCE: is needed where auth.mode has jwt and there is no publicUrl." }}{{ end -}}
{{- if and $v.secrets.encryptionKey.existingSecret (eq (dig "CODEINDEX_SEARCH" "" $v.config) "database") }}{{ fail "config.CODEINDEX_SEARCH and secrets.encryptionKey: an encrypted installation searches in memory. Unset one of them." }}{{ end -}}
{{- range $scaler := list (list "service" "autoscaling") (list "worker" "autoscaling") (list "worker" "keda") }}
{{- with index $v (first $scaler) (last $scaler) }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}{{ fail (printf "%s.minReplicas: must be at most maxReplicas." (join "." $scaler)) }}{{ end -}}
{{- end }}
{{- end }}
{{- if ge (int $v.service.preStopSeconds) (int $v.service.terminationGracePeriodSeconds) }}{{ fail "service.preStopSeconds: must be less than service.terminationGracePeriodSeconds, else pods are killed in the middle of answers." }}{{ end -}}
{{- range $part := list "service" "worker" }}
{{- if and (index $v $part).autoscaling.enabled (not (dig "requests" "cpu" "" (index $v $part).resources)) }}{{ fail (printf "%s.resources.requests.cpu: is needed for %s.autoscaling, which aims at a share of it." $part $part) }}{{ end -}}
{{- end }}
{{- $fewest := ternary $v.service.autoscaling.minReplicas $v.service.replicas $v.service.autoscaling.enabled | int -}}
{{- if and (regexMatch "^[0-9]+$" (toString $v.service.disruption.minAvailable)) (gt $fewest 0) (ge (int $v.service.disruption.minAvailable) $fewest) }}{{ fail "service.disruption.minAvailable: must be less than the fewest services, else no node can be drained." }}{{ end -}}
{{- if and $v.monitoring.podMonitor.enabled $v.networkPolicy.enabled (not $v.networkPolicy.monitoringNamespaces) }}{{ fail "networkPolicy.monitoringNamespaces: is needed for monitoring.podMonitor: the namespace of Prometheus, else no policy lets it in." }}{{ end -}}
{{- range $name, $_ := $v.config }}
{{- if not (hasPrefix "CODEINDEX_" $name) }}{{ fail (printf "config.%s: is no setting; their names begin with CODEINDEX_." $name) }}{{ end -}}
{{- if regexMatch "(_TOKEN|_SECRET|_KEY|_KEYS|_CREDENTIALS)$" $name }}{{ fail (printf "config.%s: is a secret. Name a Kubernetes secret under auth or secrets." $name) }}{{ end -}}
{{- if hasPrefix "CODEINDEX_TLS_" $name }}{{ fail (printf "config.%s: pods are asked by HTTP, and have no file of a certificate. An Ingress or a gateway has it." $name) }}{{ end -}}
{{- if contains (printf "name: %s," $name) (include "codeindex.env" (merge (dict "Values" (merge (dict "config" dict) (omit $.Values "config"))) (omit $ "Values"))) }}{{ fail (printf "config.%s: is set by the chart, from the values of its own." $name) }}{{ end -}}
{{- end }}
{{- end -}}
