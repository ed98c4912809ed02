/** The common reverse proxies in front of two servers, with the configurations of `deploy/`. */
import tls from 'node:tls';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { Fighter } from '#tests/support/battle-product.ts';
import { printTable } from './figures.ts';
import { type Fixture, openFixture, personName } from './fixture.ts';
import { CHECKS, type Front } from './proxies/proxy-checks.ts';
import {
  createCertificate,
  isInstalled,
  PROXIES,
  type ProxyKind,
  startProxy,
} from './proxies/proxy-process.ts';
import { startServers } from './two-servers.ts';

export async function trialProxies(): Promise<void> {
  await using fixture = await openFixture({ people: 2 });
  const certificate = createCertificate();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.text]);
  const rows: string[][] = [];
  for (const kind of PROXIES) {
    if (!isInstalled(kind)) {
      console.log(`${kind} is not installed: not tried`);
      continue;
    }
    const tried = await tryProxy(kind, fixture, certificate.folder).catch((error: Error) => {
      process.exitCode = 1;
      return [[kind, 'starts', `FAILED: ${error.message}`]];
    });
    for (const row of tried) console.log(row.join(': '));
    rows.push(...tried);
  }
  certificate.remove();
  printTable('Reverse proxies before two servers', [['', 'check', 'outcome'], ...rows]);
}

async function tryProxy(kind: ProxyKind, fixture: Fixture, folder: string): Promise<string[][]> {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  await using both = await startServers(fixture, {
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
  });
  const ports = both.servers.map((server) => server.port);
  await using proxy = await startProxy(kind, { folder, port, ports });
  const person = (index: number) =>
    new Fighter(new Client({ origin, signer: personaKeypair(personName(index)) }));
  const { servers, figures } = both;
  const front: Front = { kind, folder, origin, servers, figures, ann: person(0), ben: person(1) };
  const rows: string[][] = [];
  for (const [title, run] of CHECKS) {
    const outcome = await run(front).catch((error: Error) => `FAILED: ${error.message}`);
    if (outcome.startsWith('FAILED')) {
      process.exitCode = 1;
      console.error(`${kind}: ${title}: ${outcome}\n${proxy.logs()}`);
    }
    rows.push([kind, title, outcome]);
  }
  return rows;
}
