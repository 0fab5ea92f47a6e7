/** URLs that lead inside by their text alone. `PORT` stands for one at which a server of the test listens on every local address. */
export const unsafeUrls: readonly string[] = [
  // this machine, in every spelling
  'http://127.0.0.1:PORT/', 'https://127.0.0.1:PORT/', 'http://127.1:PORT/', 'http://127.0.1:PORT/', 'http://127.8.9.10:PORT/', 'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/', 'http://0x7f000001:PORT/', 'http://0x7f.1:PORT/', 'http://0x7f.0x0.0x0.0x1:PORT/', 'http://0177.0.0.1:PORT/', 'http://017700000001:PORT/',
  'http://127.0.0.1.:PORT/', 'http://%31%32%37.0.0.1:PORT/', 'http://１２７.０.０.１:PORT/', 'http://①②⑦.⓪.⓪.①:PORT/', 'http://127。0。0。1:PORT/',
  'http://localhost:PORT/', 'http://LOCALHOST:PORT/', 'http://localhost.:PORT/', 'http://a.b.localhost:PORT/', 'http://loc%61lhost:PORT/',
  'http://0:PORT/', 'http://0.0.0.0:PORT/', 'http://0.1.2.3:PORT/', 'http://[::]:PORT/', 'http://[::1]:PORT/', 'http://[0:0:0:0:0:0:0:1]:PORT/', 'http://[::0001]:PORT/',
  // IPv4 inside IPv6
  'http://[::127.0.0.1]:PORT/', 'http://[::7f00:1]:PORT/', 'http://[::ffff:127.0.0.1]:PORT/', 'http://[::ffff:7f00:1]:PORT/', 'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[0:0:0:0:0:ffff:7f00:1]:PORT/', 'http://[::ffff:8.8.8.8]:PORT/', 'http://[64:ff9b::127.0.0.1]:PORT/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:7f00:1::]:PORT/', 'http://[2002:a9fe:a9fe::1]/', 'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'http://[2001:10::1]/', 'http://[2001:db8::1]/',
  // private and special networks
  'http://10.0.0.1/', 'http://10.255.255.255/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.0.1/', 'http://192.168.255.255:8080/', 'http://100.64.0.1/',
  'http://100.127.255.254/', 'http://169.254.0.1/', 'http://192.0.0.192/', 'http://192.0.2.1/', 'http://192.88.99.1/', 'http://198.18.0.1/', 'http://198.19.255.255/',
  'http://198.51.100.1/', 'http://203.0.113.1/', 'http://224.0.0.1/', 'http://239.255.255.255/', 'http://240.0.0.1/', 'http://255.255.255.255/',
  'http://[fc00::1]/', 'http://[fd12:3456:789a::1]/', 'http://[fe80::1]/', 'http://[fec0::1]/', 'http://[ff02::1]/', 'http://[100::1]/', 'http://[5f00::1]/', 'http://[4000::1]/',
  // metadata services
  'http://169.254.169.254/latest/meta-data/', 'http://2852039166/', 'http://0xa9fea9fe/', 'http://0251.0376.0251.0376/', 'http://[fd00:ec2::254]/', 'http://100.100.100.200/', 'http://168.63.129.16/',
  // who is asked, by what, at which port
  'http://user@hooks.example/', 'http://user:password@hooks.example/', 'http://hooks.example@127.0.0.1:PORT/', 'http://127.0.0.1:PORT#@hooks.example/', 'http:\\\\127.0.0.1:PORT\\',
  'ftp://hooks.example/', 'file:///etc/passwd', 'gopher://127.0.0.1:PORT/_x', 'ws://127.0.0.1:PORT/', 'unix:/var/run/docker.sock', 'data:text/plain,x', 'javascript:alert(1)',
  'http://hooks.example:22/', 'http://hooks.example:25/', 'http://hooks.example:53/', 'http://hooks.example:2375/', 'http://hooks.example:3306/', 'http://hooks.example:5432/',
  'http://hooks.example:6379/', 'https://hooks.example:6379/', 'http://hooks.example:9200/', 'http://hooks.example:11211/', 'http://hooks.example:27017/',
  // no URL at all
  '', '/hooks', '//127.0.0.1:PORT/', 'http://', 'http://[::1', 'http://127.0.0.1:99999/', 'http://256.1.1.1/', 'hooks.example',
];

/** Addresses a name may lead to and must not be followed to: one of each kind. */
export const unsafeAddresses: readonly string[] = [
  '127.0.0.1', '127.8.9.10', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '168.63.129.16', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', 'fc00::1',
  'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '5f00::1', 'not-an-address',
];
