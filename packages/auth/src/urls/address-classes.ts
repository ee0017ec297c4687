import { BlockList, isIP } from 'node:net';

/** Where an address leads: `forbidden` ones are never a server that a person named. */
export type AddressClass = 'public' | 'private' | 'loopback' | 'forbidden';

const RANGES: Readonly<Record<Exclude<AddressClass, 'public'>, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  // Link-local and documentation ranges, multicast, this network, tunnels, and the addresses at which
  // clouds hand out credentials.
  forbidden: [
    '0.0.0.0/8',
    '100.100.100.200/32',
    '168.63.129.16/32',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
    '::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/32',
    '2001:db8::/32',
    '2002::/16',
    'fd00:ec2::254/128',
    'fe80::/10',
    'ff00::/8',
  ],
  // RFC 1918, RFC 6598, RFC 4193, and the site-local ones before it.
  private: [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '172.16.0.0/12',
    '192.168.0.0/16',
    'fc00::/7',
    'fec0::/10',
  ],
};

/** The prefix under which a network without IPv4 reaches it (RFC 6052). */
const NAT64 = '64:ff9b::';

/** Tells where an IP address leads. Text that is no address counts as `forbidden`. */
export function classifyAddress(address: string): AddressClass {
  const version = isIP(address);
  if (version === 0) return 'forbidden';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  // A zone names an interface of this machine.
  if (address.includes('%')) return 'forbidden';
  const found = lists().find(([, list]) => list.check(address, family));
  return found?.[0] ?? 'public';
}

type Lists = readonly (readonly [AddressClass, BlockList])[];

let made: Lists | undefined;

function lists(): Lists {
  made ??= (['loopback', 'forbidden', 'private'] as const).map((name) => {
    const list = new BlockList();
    for (const range of RANGES[name]) addRange(list, range);
    return [name, list] as const;
  });
  return made;
}

function addRange(list: BlockList, range: string): void {
  const [network = '', bits = ''] = range.split('/');
  if (network.includes(':')) {
    list.addSubnet(network, Number(bits), 'ipv6');
    return;
  }
  list.addSubnet(network, Number(bits), 'ipv4');
  list.addSubnet(NAT64 + network, 96 + Number(bits), 'ipv6');
}
