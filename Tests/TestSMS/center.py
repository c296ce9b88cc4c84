"""A message center of a phone network for tests: takes texts by SMPP 3.4, and sends receipts.

Usage: center.py FILE [--port N] [--seconds-late N]

It prints its port. Each text that it takes becomes a line of JSON in FILE. The last three digits of
the recipient say what becomes of a text; all others are delivered, and the receipt comes at once. `MessageCenter.Fate` says what each of them stands for.
"""

import argparse
import asyncio
import json
import struct

# Ends of numbers, and what they stand for.
UNDELIVERABLE, TWICE, MANGLED, EARLY, THROTTLED, REFUSED, SILENT, DISORDERED, LATE, STRANGE = (
    "901", "902", "903", "904", "905", "906", "907", "908", "909", "910")
EXPIRED, REJECTED = "911", "912"

# Commands and errors of SMPP 3.4, sections 5.1.2.1 and 5.1.3.
BINDS = {0x00000001, 0x00000002, 0x00000009}
SUBMIT, DELIVER, UNBIND, ENQUIRE, NACK = 0x4, 0x5, 0x6, 0x15, 0x80000000
OK, UNKNOWN_COMMAND, BAD_RECIPIENT, THROTTLING, WRONG_PASSWORD = 0x0, 0x3, 0xB, 0x58, 0xE
ANSWER = 0x80000000
RECEIPT_CLASS = 0x04
HEADER_INDICATOR = 0x40
# How often a number that stands for throttling is put off.
THROTTLED_TIMES = 1


class Fields:
    """The fields of a command, read one after the other."""

    def __init__(self, body):
        self.body = body
        self.place = 0

    def text(self):
        end = self.body.index(0, self.place)
        piece, self.place = self.body[self.place:end], end + 1
        return piece.decode("latin-1")

    def number(self):
        self.place += 1
        return self.body[self.place - 1]

    def bytes(self, count):
        self.place += count
        return self.body[self.place - count:self.place]

    def optional(self):
        """Parameters behind the fixed ones, by tag."""
        found = {}
        while self.place + 4 <= len(self.body):
            tag, length = struct.unpack(">HH", self.bytes(4))
            found[tag] = self.bytes(length)
        return found


def read_submit(body):
    """What a submit_sm says (section 4.4.1)."""
    fields = Fields(body)
    fields.text()  # service type
    fields.bytes(2)
    sender = fields.text()
    fields.bytes(2)
    recipient = fields.text()
    message_class = fields.number()
    fields.bytes(2)  # protocol, priority
    fields.text()  # when to deliver
    validity = fields.text()
    registered = fields.number()
    fields.number()  # replace
    coding = fields.number()
    fields.number()  # default message
    content = fields.bytes(fields.number())
    content = fields.optional().get(0x0424, content)
    header = b""
    if message_class & HEADER_INDICATOR:
        header, content = content[:content[0] + 1], content[content[0] + 1:]
    return {
        "from": sender, "to": recipient, "coding": coding, "registered": registered & 3,
        "validity": validity, "header": header.hex(), "content": content.hex(),
    }


class Center:
    def __init__(self, path, seconds_late, password):
        self.file = open(path, "a", encoding="ascii")
        self.seconds_late = seconds_late
        self.password = password
        self.count = 0
        self.sequence = 0
        self.put_off = {}
        # Connections to which receipts go.
        self.sessions = []
        # Receipts for which nobody was there.
        self.waiting = []
        self.unconfirmed = {}

    def send(self, writer, command, status, sequence, body=b""):
        writer.write(struct.pack(">IIII", 16 + len(body), command, status, sequence) + body)

    async def serve(self, reader, writer):
        try:
            while True:
                head = await reader.readexactly(16)
                length, command, status, sequence = struct.unpack(">IIII", head)
                body = await reader.readexactly(length - 16)
                if not self.handle(writer, command, status, sequence, body):
                    break
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            if writer in self.sessions:
                self.sessions.remove(writer)
            # Whoever has not confirmed a receipt gets it again.
            for key in [key for key in self.unconfirmed if key[0] is writer]:
                self.waiting.append(self.unconfirmed.pop(key))
            writer.close()

    def handle(self, writer, command, status, sequence, body):
        if command in BINDS:
            return self.bind(writer, command, sequence, body)
        if command == SUBMIT:
            self.submit(writer, sequence, body)
        elif command == ENQUIRE:
            self.send(writer, ENQUIRE | ANSWER, OK, sequence)
        elif command == UNBIND:
            self.send(writer, UNBIND | ANSWER, OK, sequence)
            return False
        elif command == DELIVER | ANSWER:
            receipt = self.unconfirmed.pop((writer, sequence), None)
            if status != OK and receipt:
                asyncio.get_running_loop().call_later(0.2, self.tell, receipt)
        elif not command & ANSWER:
            self.send(writer, NACK, UNKNOWN_COMMAND, sequence)
        return True

    def bind(self, writer, command, sequence, body):
        fields = Fields(body)
        fields.text()
        if fields.text() != self.password:
            self.send(writer, command | ANSWER, WRONG_PASSWORD, sequence)
            return False
        self.send(writer, command | ANSWER, OK, sequence, b"center\0")
        if command != 0x00000002:
            self.sessions.append(writer)
            waiting, self.waiting = self.waiting, []
            for receipt in waiting:
                self.tell(receipt)
        return True

    def submit(self, writer, sequence, body):
        text = read_submit(body)
        end = text["to"][-3:]
        if end == REFUSED:
            self.send(writer, SUBMIT | ANSWER, BAD_RECIPIENT, sequence, b"\0")
            return
        if end == THROTTLED and self.put_off.get(text["to"], 0) < THROTTLED_TIMES:
            self.put_off[text["to"]] = self.put_off.get(text["to"], 0) + 1
            self.send(writer, SUBMIT | ANSWER, THROTTLING, sequence, b"\0")
            return
        self.count += 1
        text["id"] = "%08x" % (0xA0000 + self.count)
        text["put_off"] = self.put_off.get(text["to"], 0)
        self.file.write(json.dumps(text) + "\n")
        self.file.flush()
        if end == EARLY:
            self.tell((text, text["id"], "DELIVRD"))
        self.send(writer, SUBMIT | ANSWER, OK, sequence, text["id"].encode() + b"\0")
        if text["registered"]:
            self.plan(text, end)

    def plan(self, text, end):
        """Sends the receipts of a text, one after the other."""
        number = text["id"]
        shown = number.lstrip("0").upper() if end == MANGLED else number
        words = {
            UNDELIVERABLE: ["UNDELIV"], EXPIRED: ["EXPIRED"], REJECTED: ["REJECTD"], SILENT: [],
            TWICE: ["DELIVRD", "DELIVRD"], DISORDERED: ["DELIVRD", "ACCEPTD", "ENROUTE"],
        }.get(end, ["DELIVRD"])
        if end == STRANGE:
            self.tell((text, "ffffffff", "DELIVRD"))
        for word in words:
            receipt = (text, shown, word)
            if end == LATE:
                asyncio.get_running_loop().call_later(self.seconds_late, self.tell, receipt)
            else:
                self.tell(receipt)

    def tell(self, receipt):
        """Sends a receipt (appendix B), or keeps it until somebody is there to take it."""
        if not self.sessions:
            self.waiting.append(receipt)
            return
        text, number, word = receipt
        short = ("id:%s sub:001 dlvrd:001 submit date:2611230905 done date:2611230906 "
                 "stat:%s err:000 text:-" % (number, word)).encode()
        body = (b"\0\1\1" + text["to"].encode() + b"\0\1\1" + text["from"].encode() + b"\0"
                + bytes([RECEIPT_CLASS, 0, 0]) + b"\0\0" + bytes([0, 0, 0, 0, len(short)]) + short)
        self.sequence += 1
        writer = self.sessions[self.sequence % len(self.sessions)]
        self.unconfirmed[(writer, self.sequence)] = receipt
        self.send(writer, DELIVER, OK, self.sequence, body)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seconds-late", type=float, default=0.5)
    parser.add_argument("--password", default="word")
    choices = parser.parse_args()
    center = Center(choices.file, choices.seconds_late, choices.password)

    async def serve():
        server = await asyncio.start_server(center.serve, "127.0.0.1", choices.port)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(serve())


main()
