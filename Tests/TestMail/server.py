"""A mail server for tests: Debian's aiosmtpd, which keeps what it takes in a folder.

Usage: server.py FOLDER [--user NAME --password WORD] [--certificate FILE --key FILE [--implicit]]

It prints its port. A recipient's name says what becomes of a mail: `gone` is unknown, `blocked` is
refused by policy, `busy` is put off always, `grey` the first time, `spam` is refused at the end;
`vanish` is kept, and the connection ends without an answer; `slow` takes a fifth of a second.
"""

import argparse
import asyncio
import json
import os
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

REFUSALS = {
    "gone": "550 5.1.1 no such user here",
    "blocked": "550 5.7.1 not from you",
    "busy": "451 4.3.2 come again",
}


class Mailboxes:
    def __init__(self, folder, implicit):
        self.folder = folder
        self.implicit = implicit
        self.greeted = set()
        self.count = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0].split("-")[0]
        if name in REFUSALS:
            return REFUSALS[name]
        if name == "grey" and address not in self.greeted:
            self.greeted.add(address)
            return "450 4.2.0 greylisted"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0].split("-")[0]
        if name == "spam":
            return "554 5.6.0 we do not like it"
        self.keep(session, envelope)
        if name == "slow":
            await asyncio.sleep(0.2)
        if name == "vanish":
            server.transport.abort()
            await asyncio.sleep(0)
        return "250 2.0.0 kept"

    def keep(self, session, envelope):
        self.count += 1
        path = os.path.join(self.folder, "%08d" % self.count)
        with open(path + ".part", "w") as file:
            json.dump({
                "from": envelope.mail_from, "to": envelope.rcpt_tos,
                "hello": session.host_name, "tls": self.implicit or session.ssl is not None,
                "user": (session.auth_data or {}).get("user"),
                "data": envelope.content.decode("ascii"),
            }, file)
        os.rename(path + ".part", path + ".json")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--implicit", action="store_true")
    choices = parser.parse_args()
    context = None
    if choices.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(choices.certificate, choices.key)
    mailboxes = Mailboxes(choices.folder, choices.implicit)

    def judge(server, session, envelope, mechanism, data):
        name, word = data.login.decode(), data.password.decode()
        if name == choices.user and word == choices.password:
            return AuthResult(success=True, auth_data={"user": name})
        return AuthResult(success=False, handled=False)

    def session():
        return SMTP(
            mailboxes, hostname="mail.test",
            tls_context=None if choices.implicit else context,
            require_starttls=bool(context) and not choices.implicit,
            auth_required=choices.user is not None,
            auth_require_tls=bool(context) and not choices.implicit,
            authenticator=judge if choices.user else None)

    async def serve():
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            session, "127.0.0.1", 0, ssl=context if choices.implicit else None)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(serve())


main()
